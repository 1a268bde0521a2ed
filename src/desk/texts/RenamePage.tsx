/** Gives a text another address, or one of its sections another heading. */
import { useState } from 'react';
import { DEFAULT_LOCALE } from '../../i18n/locales.ts';
import { call } from '../frame/callServer.ts';
import { useStay } from '../frame/hooks.ts';
import { RENAME_WORDS } from '../list/listWords.ts';
import type { CallInput } from '../server/callTable.ts';
import { ChangeList, ChangesTold } from './ChangeList.tsx';
import type { RenamePlan } from './rename.ts';
import { useChanges } from './useChanges.ts';

type Wanted = CallInput<'planRenaming'>['wanted'];

interface Props {
  /** 'pages/service/crypto' */
  page: string;
  /** Its address, or the name of an item; null if the desk cannot change it */
  address: string | null;
  isItem: boolean;
  sections: readonly { id: string; heading: string }[];
}

export function RenamePage({ page, address, isItem, sections }: Props) {
  const [to, setTo] = useState(address ?? '');
  const [section, setSection] = useState(sections[0]?.id ?? '');
  const [heading, setHeading] = useState(sections[0]?.heading ?? '');
  const [plan, setPlan] = useState<(RenamePlan & { wanted: Wanted }) | null>(null);
  const [renamed, setRenamed] = useState<string | null>(null);
  const changes = useChanges();
  useStay();
  const show = (wanted: Wanted) =>
    changes.show(async () => {
      setPlan(null);
      const answer = await call('planRenaming', { wanted });
      setPlan({ ...answer, wanted });
      return answer.files;
    });
  const rename = ({ wanted, mark }: { wanted: Wanted; mark: string }) =>
    changes.run(async () => {
      const answer = await call('rename', { wanted, mark });
      setPlan(null);
      setRenamed(answer.page);
      changes.wasMade(answer.undo, RENAME_WORDS.renamed);
    });
  return (
    <>
      <ChangesTold changes={changes} />
      {renamed && changes.canUndo && (
        <p>
          <a href={`/_desk/edit/${DEFAULT_LOCALE}/${renamed}`}>{RENAME_WORDS.open}</a>
        </p>
      )}
      <section aria-labelledby="rename-address">
        <h2 id="rename-address">{RENAME_WORDS.address}</h2>
        {address === null ? (
          <p>{RENAME_WORDS.fixed}</p>
        ) : (
          <form
            className="desk-form"
            onSubmit={(event) => {
              event.preventDefault();
              void show({ page, to });
            }}
          >
            <p>{RENAME_WORDS.aboutAddress}</p>
            <div className="desk-field">
              <label htmlFor="rename-to">{isItem ? RENAME_WORDS.newName : RENAME_WORDS.newAddress}</label>
              <input id="rename-to" required value={to} onChange={({ target }) => setTo(target.value)} />
            </div>
            <p>
              <button type="submit" className="button" disabled={changes.isBusy}>
                {RENAME_WORDS.plan}
                <span className="unseen">: {RENAME_WORDS.address}</span>
              </button>
            </p>
          </form>
        )}
      </section>
      {sections.length > 0 && (
        <section aria-labelledby="rename-section">
          <h2 id="rename-section">{RENAME_WORDS.section}</h2>
          <form
            className="desk-form"
            onSubmit={(event) => {
              event.preventDefault();
              void show({ page, section, heading });
            }}
          >
            <p>{RENAME_WORDS.aboutSection}</p>
            <div className="desk-field">
              <label htmlFor="rename-which">{RENAME_WORDS.which}</label>
              <select
                id="rename-which"
                value={section}
                onChange={({ target }) => {
                  setSection(target.value);
                  setHeading(sections.find(({ id }) => id === target.value)?.heading ?? '');
                }}
              >
                {sections.map(({ id, heading: text }) => (
                  <option key={id} value={id}>
                    {text}
                  </option>
                ))}
              </select>
            </div>
            <div className="desk-field">
              <label htmlFor="rename-heading">{RENAME_WORDS.heading}</label>
              <input id="rename-heading" required value={heading} onChange={({ target }) => setHeading(target.value)} />
            </div>
            <p>
              <button type="submit" className="button" disabled={changes.isBusy}>
                {RENAME_WORDS.plan}
                <span className="unseen">: {RENAME_WORDS.section}</span>
              </button>
            </p>
          </form>
        </section>
      )}
      {plan && (
        <section className="desk-plan">
          <p>
            <code>{plan.from}</code> {RENAME_WORDS.becomes} <code>{plan.to}</code>
          </p>
          {plan.moves.length > 0 && (
            <>
              <p>{RENAME_WORDS.moves}</p>
              <ul>
                {plan.moves.map(({ from, to: now }) => (
                  <li key={from}>
                    {from} → {now}
                  </li>
                ))}
              </ul>
            </>
          )}
          {plan.files.length > 0 ? (
            <ChangeList files={plan.files} changes={changes} mayChoose={false} />
          ) : (
            <p>{RENAME_WORDS.noLinks}</p>
          )}
          <p>
            <button type="button" className="button" disabled={changes.isBusy} onClick={() => void rename(plan)}>
              {RENAME_WORDS.rename}
            </button>
          </p>
        </section>
      )}
    </>
  );
}
