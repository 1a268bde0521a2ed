import type { EditorView } from '@codemirror/view';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { ProblemList } from '../frame/ProblemList.tsx';
import { createEditor, type EditorOptions, mendIn, showProblems } from './codeMirror.ts';
import { ProblemSpace } from './ProblemSpace.tsx';
import type { PlacedProblem } from './problems.ts';

/** One editor with the problems of its text. It keeps its text: give it another `key` to show another one. */
export function Editor({ problems, ...options }: EditorOptions & { problems: readonly PlacedProblem[] }) {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const latest = useRef(options);
  useLayoutEffect(() => {
    latest.current = options;
  });
  useEffect(() => {
    if (!place.current) return;
    const made = createEditor(place.current, {
      ...latest.current,
      onChange: (text) => latest.current.onChange(text),
    });
    view.current = made;
    return () => made.destroy();
  }, []);
  useEffect(() => {
    if (view.current) showProblems(view.current, problems);
  }, [problems]);
  return (
    <>
      <div className="desk-editor" ref={place} />
      <ProblemSpace of={options.label} count={problems.length}>
        <ProblemList problems={problems} onMend={(mending) => view.current && mendIn(view.current, mending)} />
      </ProblemSpace>
    </>
  );
}
