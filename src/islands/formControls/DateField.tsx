import { type FieldProps, Group, useField } from './controls.tsx';
import { useFields } from './field.ts';

type DatePart = 'year' | 'month' | 'day';

/** Day, month and year in the order of the language. The answer is '1990-05-31'; parts not typed yet are empty. */
export function DateField({ name, label, hint }: FieldProps) {
  const { say, lang, useAnswer } = useFields();
  const { id, error, tied } = useField({ name, hint });
  const [answer, give] = useAnswer(name);
  const [year = '', month = '', day = ''] = String(answer ?? '').split('-');
  // As typed: '5' stays '5' until the field loses the focus, then it becomes '05'.
  const parts: Record<DatePart, string> = { year, month, day };
  const set = (part: DatePart, typed: string) => {
    const next = {
      ...parts,
      [part]: typed
        .normalize('NFKC')
        .replace(/\D/g, '')
        .slice(0, part === 'year' ? 4 : 2),
    };
    give(Object.values(next).some(Boolean) ? [next.year, next.month, next.day].join('-') : '');
  };
  const fill = (part: DatePart) => {
    if (part !== 'year' && parts[part].length === 1 && parts[part] !== '0') set(part, `0${parts[part]}`);
  };
  const order = new Intl.DateTimeFormat(lang, { dateStyle: 'short', timeZone: 'UTC' })
    .formatToParts(0)
    .map(({ type }) => type)
    .filter((type): type is DatePart => type in parts);
  const words = {
    year: say('form.birthDate.year'),
    month: say('form.birthDate.month'),
    day: say('form.birthDate.day'),
  };
  return (
    <Group name={name} label={label} hint={hint}>
      <div className="date">
        {order.map((part, index) => (
          <div key={part}>
            <label htmlFor={index === 0 ? id : `${id}-${part}`}>{words[part]}</label>
            <input
              id={index === 0 ? id : `${id}-${part}`}
              className="input"
              data-part={part}
              inputMode="numeric"
              autoComplete={`bday-${part}`}
              value={parts[part]}
              aria-invalid={error !== undefined || undefined}
              aria-describedby={tied['aria-describedby']}
              onBlur={() => fill(part)}
              onChange={({ target }) => set(part, target.value)}
            />
          </div>
        ))}
      </div>
    </Group>
  );
}
