/** How far a translation is, what can be recorded of it, and the languages of the text. */
import { LOCALES, type Locale } from '../../i18n/locales.ts';
import { stillEnglishCount, WORDS } from '../frame/deskWords.ts';
import type { OpenPage } from './pageCalls.ts';
import { TEXT_ACTS } from './textActs.ts';
import type { EditedPage } from './usePage.ts';

/** The fragment of the part that records a translation. */
export const TRANSLATION_PART = 'translation';

/** Every language of the text, with its state, as a way to it. */
export function Languages({ languages, locale }: Pick<OpenPage, 'languages'> & { locale: Locale }) {
  return (
    <nav aria-label={WORDS.languages}>
      <ul className="desk-languages">
        {languages.map(({ locale: of, state, edit }) => (
          <li key={of}>
            <a href={edit} lang={LOCALES[of].lang} aria-current={of === locale ? 'page' : undefined}>
              {LOCALES[of].name}
            </a>{' '}
            {state && <small className={`state-${state}`}>{WORDS.state[state]}</small>}
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Says how far the translation is, with the buttons that record it. */
export function Translation({ edited, state }: { edited: EditedPage; state: NonNullable<OpenPage['state']> }) {
  const { length } = edited.stillEnglish;
  return (
    <section aria-labelledby={TRANSLATION_PART}>
      <h2 id={TRANSLATION_PART}>{WORDS.translation}</h2>
      <p>
        <strong className={`state-${state}`}>{WORDS.state[state]}</strong>
        {length > 0 && `: ${stillEnglishCount(length)}`}
      </p>
      {TEXT_ACTS[state].map(
        ({ name, text, about }) =>
          name !== 'beginTranslation' && (
            <div key={name} className="act">
              <button type="button" className="button" onClick={() => void edited.record(name)}>
                {text}
              </button>
              <small>{about}</small>
            </div>
          ),
      )}
    </section>
  );
}
