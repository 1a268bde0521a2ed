import { ProblemList } from '../frame/ProblemList.tsx';
import type { EntryProblem } from '../table/entryProblems.ts';
import type { Form } from './form.ts';
import { valueAt } from './value.ts';

/** What the rules say of a field, with a button for each safe mending. */
export function EntryProblems({ form, problems }: { form: Form; problems: readonly EntryProblem[] }) {
  const placed = problems.map((one) => ({ ...one, in: { head: true } as const, from: 0, to: 0 }));
  return (
    <ProblemList
      problems={placed}
      onMend={(mending) => {
        const own = problems.find((one) => one.mending === mending);
        const text = own && valueAt(form.value, own.path);
        if (own && typeof text === 'string')
          form.change(own.path, text.slice(0, mending.from) + mending.text + text.slice(mending.to));
      }}
    />
  );
}
