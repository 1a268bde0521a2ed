interface Props {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

/** The field that visitors do not see and programs fill in. */
export function Website({ label, value, onChange }: Props) {
  return (
    <div className="ask-website" aria-hidden="true">
      <label htmlFor="ask-website">{label}</label>
      <input
        id="ask-website"
        name="website"
        type="text"
        tabIndex={-1}
        autoComplete="off"
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  );
}
