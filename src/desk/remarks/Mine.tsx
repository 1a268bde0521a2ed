/** The texts that are given to the editor who works here, and the questions that wait for that editor. */
import { shownAct } from '../../authoring/translation/actText.ts';
import { LOCALES } from '../../i18n/locales.ts';
import { call } from '../frame/callServer.ts';
import { useAsked, useStay } from '../frame/hooks.ts';
import { Waiting } from '../frame/Waiting.tsx';
import { REMARK_WORDS } from './remarkWords.ts';

const askMine = (signal: AbortSignal) => call('mine', {}, signal);

export function Mine() {
  const { answer: forMe, fault, again } = useAsked(askMine);
  useStay(again, 200);
  if (fault) return <Waiting what={REMARK_WORDS.lookingForMine} fault={fault} again={again} />;
  if (!forMe || forMe.texts.length === 0) return null;
  return (
    <section aria-labelledby="mine">
      <h2 id="mine">
        {REMARK_WORDS.mine} <small>{forMe.name}</small>
      </h2>
      <ul className="desk-mine">
        {forMe.texts.map(({ locale, page, name, edit, given, questions }) => (
          <li key={`${locale} ${page}`}>
            {edit ? <a href={edit}>{name}</a> : name} <small>{LOCALES[locale].name}</small>
            {given && (
              <small>
                {' '}
                · {REMARK_WORDS.given} {shownAct(given.by)}
              </small>
            )}
            {questions.map(({ id, asks }) => (
              <p key={id}>
                {REMARK_WORDS.waits} {asks}
              </p>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}
