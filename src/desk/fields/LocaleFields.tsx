/** Words of each language beside the English ones. */
import type { ComponentType } from 'react';
import { DEFAULT_LOCALE, LOCALES, type Locale } from '../../i18n/locales.ts';
import { lookUp } from '../../lookUp.ts';
import { EDIT_WORDS } from '../frame/editWords.ts';
import type { FieldProps } from './form.ts';
import { Group } from './Group.tsx';
import type { Shape } from './shape.ts';
import { isSame, type Place, valueAt } from './value.ts';

/** `Field` shows the words of one language. */
type Props = FieldProps & { shape: Extract<Shape, { kind: 'locales' }>; Field: ComponentType<FieldProps> };

export function LocaleFields({ form, shape, path, label, Field }: Props) {
  const about = lookUp(form.help, String(path.at(-1)));
  // An exchange has its English name beside the others, in a field of its own.
  const english = shape.locales.includes(DEFAULT_LOCALE) ? [...path, DEFAULT_LOCALE] : [...path.slice(0, -1), 'name'];
  const others = shape.locales.filter((one) => one !== DEFAULT_LOCALE) as Locale[];
  const isNamed = path.length > 0;
  const own = form.problems.filter((one) => isSame(one.path, path));
  const block = (locale: Locale, at: Place) => (
    <section key={locale} className="desk-locale" aria-label={named(label, locale, isNamed)}>
      <h2>
        <span lang={LOCALES[locale].lang}>{LOCALES[locale].name}</span>
      </h2>
      {form.about?.(path, locale)}
      <Field
        form={form}
        shape={shape.of}
        path={at}
        label={named(isNamed ? label : EDIT_WORDS.words, locale, true)}
        lang={LOCALES[locale].lang}
        isNeeded={shape.needed.includes(locale)}
        isPlain
      />
      {form.below?.(path, locale)}
    </section>
  );
  const fields = (
    <>
      {about && <small>{about}</small>}
      {own.length > 0 && (
        <ul className="problems">
          {own.map(({ what }) => (
            <li key={what}>{what}</li>
          ))}
        </ul>
      )}
      <div className="desk-beside">
        <div>
          {shape.locales.includes(DEFAULT_LOCALE) ? (
            block(DEFAULT_LOCALE, english)
          ) : (
            <p lang="en-US">
              {EDIT_WORDS.english} {String(valueAt(form.value, english) ?? '')}
            </p>
          )}
        </div>
        <div>{others.map((locale) => block(locale, [...path, locale]))}</div>
      </div>
    </>
  );
  if (!isNamed) return <div className="desk-locales">{fields}</div>;
  return (
    <Group label={label} hasWords={valueAt(form.value, path) !== undefined}>
      {fields}
    </Group>
  );
}

const named = (label: string, locale: Locale, isNamed: boolean) =>
  isNamed ? `${label}, ${LOCALES[locale].name}` : LOCALES[locale].name;
