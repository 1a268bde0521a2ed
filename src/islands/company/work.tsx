/** What the pages of assigned applications and questions share: the list, and who handles one. */
import { type ReactNode, useState } from 'react';
import type { Call } from '../../contract/common.ts';
import { membersCall } from '../../contract/companies.ts';
import { Section, sayIn } from '../profile/parts.tsx';
import { Setting, useAct } from '../profile/Setting.tsx';
import { instantIn } from '../time.ts';
import { CompanyPage, type Inside, type PanelProps } from './CompanyPage.tsx';
import type { WorkFrame } from './companyWords.ts';
import { type Choice, Pick, Reads, Search } from './parts.tsx';

/** A page of what is assigned to a company; `children` lists what is in a state, '' for all. */
export function WorkPage({
  frame,
  id,
  title,
  about,
  states,
  children,
}: {
  frame: WorkFrame;
  id: string;
  title: string;
  about: string;
  states: readonly Choice[];
  children: (inside: Inside, state: string) => ReactNode;
}) {
  const say = sayIn(frame);
  const [state, setState] = useState('');
  return (
    <CompanyPage frame={frame} rows={6}>
      {(inside) =>
        inside.overview.confirmed ? (
          <Section id={id} title={title} hint={about} isPage>
            <div className="company-search">
              <Pick
                id={`${id}-state`}
                label={say('account.state')}
                value={state}
                options={states}
                empty={say('company.work.all')}
                onPick={setState}
              />
            </div>
            {children(inside, state)}
          </Section>
        ) : (
          <p className="field-notice">{say('company.work.unconfirmed', { site: frame.site })}</p>
        )
      }
    </CompanyPage>
  );
}

interface Work {
  reference: string;
  member: { id: string; nickname: string } | null;
}

/** One entry of a list: what everybody may see of it, and what is read at the press of a button. */
export function WorkEntry({
  frame,
  work: { reference, member },
  facts,
  state,
  at,
  children,
}: {
  frame: PanelProps<WorkFrame>;
  work: Work;
  facts: readonly string[];
  state: ReactNode;
  at: string;
  children: () => ReactNode;
}) {
  const say = sayIn(frame);
  return (
    <Setting
      name={reference}
      action={say('company.work.read')}
      value={
        <>
          <p className="setting-due">
            {facts.join(' · ')} {state}
          </p>
          <p>
            {[
              say('company.work.received', { time: instantIn(frame.lang)(at) }),
              member ? say('company.work.handler', { name: member.nickname }) : say('company.work.handler.none'),
            ].join(' · ')}
          </p>
        </>
      }
      say={say}
    >
      {children}
    </Setting>
  );
}

/** Hands something to a member, to the user or to nobody. Who may not see the members may still take it. */
export function Handing({
  frame,
  work: { reference, member },
  call,
  onHanded,
}: {
  frame: PanelProps<WorkFrame>;
  work: Work;
  call: Call;
  onHanded: () => Promise<void>;
}) {
  const { inside } = frame;
  const { me } = inside.overview;
  const say = sayIn(frame);
  const { act, isBusy, failure } = useAct(say);
  const [search, setSearch] = useState('');
  return (
    <Setting
      name={say('company.work.hand')}
      action={say('company.work.hand.action')}
      value={member?.nickname ?? say('company.work.handler.none')}
      say={say}
    >
      {(close) => {
        const button = (to: string | null, words: string, announcement: string) => (
          <button
            type="button"
            className="button quiet"
            key={to}
            aria-disabled={isBusy}
            onClick={() =>
              void act(
                () => inside.send(call, { method: 'put', json: { member: to }, parameters: { reference } }),
                () => {
                  close(announcement);
                  void onHanded();
                },
              )
            }
          >
            {words}
          </button>
        );
        const dropped = say('company.work.dropped');
        return (
          <>
            <p className="setting-buttons">
              {member?.id !== me.member && button(me.member, say('company.work.take'), say('company.work.taken'))}
              {member && button(null, say('company.work.drop'), dropped)}
            </p>
            {failure}
            {inside.may('staff.viewMembers') && (
              <>
                <Search
                  id={`hand-${reference}`}
                  label={say('company.search.label')}
                  action={say('company.search.action')}
                  value={search}
                  onSearch={setSearch}
                />
                {search && (
                  <Reads frame={frame} inside={inside} described={membersCall} place={{ query: { search } }} rows={1}>
                    {({ members }) =>
                      members.length === 0 ? (
                        <p role="status">{say('company.search.none')}</p>
                      ) : (
                        <p className="setting-buttons">
                          {members.map(({ id, nickname: name }) =>
                            button(id, say('company.work.give', { name }), say('company.work.handed', { name })),
                          )}
                        </p>
                      )
                    }
                  </Reads>
                )}
              </>
            )}
          </>
        );
      }}
    </Setting>
  );
}
