import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { readFileForUser } from '../../api/userCalls.ts';
import { localZone } from '../../browserState/zone.ts';
import { type AuditEntry, auditCall } from '../../contract/companies.ts';
import { STATE_WORDS } from '../../forms/messageKeys.ts';
import type { MessageValues } from '../../i18n/format.ts';
import { lookUp } from '../../lookUp.ts';
import { $permissionList, loadPermissionList } from '../../stores/permissionList.ts';
import { Empty } from '../profile/Empty.tsx';
import { type Say, Section, sayIn } from '../profile/parts.tsx';
import { useAct } from '../profile/Setting.tsx';
import { saveFile } from '../profile/saveFile.ts';
import { instantIn, lastDayIn } from '../time.ts';
import { DETAILS, IN_SENTENCE, PROFILE, VALUES } from './auditWords.ts';
import { CompanyPage, type CompanyProps, type Inside } from './CompanyPage.tsx';
import type { AUDIT_WORDS } from './companyWords.ts';
import { Pages } from './more.tsx';
import { listed } from './parts.tsx';

type Props = CompanyProps<(typeof AUDIT_WORDS)[number]> & {
  /** Address of the catalogue of permissions in the language of the page */
  catalogue: string;
};

/** Who did what in the company. */
export default function Audit(props: Props) {
  return (
    <CompanyPage frame={props} rows={6}>
      {(inside) => <Entries {...props} inside={inside} />}
    </CompanyPage>
  );
}

function Entries(props: Props & { inside: Inside }) {
  const { inside, service, loginHref, catalogue, lang, site } = props;
  const say = sayIn(props);
  const list = useStore($permissionList);
  const { act, isBusy, failure } = useAct(say);
  const [announcement, setAnnouncement] = useState('');
  useEffect(() => void loadPermissionList(catalogue), [catalogue]);
  const save = () =>
    act(
      () => readFileForUser(auditCall.path, service, { parameters: { company: inside.id }, query: { format: 'csv' } }),
      (text) => {
        const name = `audit-${new Date().toISOString().slice(0, 10)}.csv`;
        saveFile(name, text, 'text/csv');
        setAnnouncement(say('company.audit.csv.done', { name }));
      },
    );
  const names = new Map(
    typeof list === 'string' ? [] : list.flatMap(({ permissions }) => permissions.map(({ id, name }) => [id, name])),
  );
  return (
    <Section
      id="audit"
      isPage
      title={say('route.companyAudit')}
      hint={
        <>
          <p>{say('user.timesIn', { zone: localZone() })}</p>
          <p>
            <button
              type="button"
              className="button quiet company-small"
              aria-disabled={isBusy}
              onClick={() => void save()}
            >
              {say('company.audit.csv')}
            </button>
          </p>
          {failure}
          <p role="status">{announcement}</p>
        </>
      }
    >
      <Pages
        described={auditCall}
        place={{ parameters: { company: inside.id } }}
        service={service}
        loginHref={loginHref}
        say={say}
      >
        {({ entries }, _, isFirst) =>
          entries.length === 0 && isFirst ? (
            <Empty drawing="entries" text={say('company.audit.none')} />
          ) : (
            <AuditList entries={entries} lang={lang} site={site} say={say} nameOf={(word) => names.get(word) ?? word} />
          )
        }
      </Pages>
    </Section>
  );
}

const SAID_AS_WORDS = ['administrator', 'active', 'kind'];

interface Wording {
  /** The name of a permission; other words as they are */
  nameOf: (word: string) => string;
  lang: string;
  /** The zone of times, if it is not the visitor's */
  zone?: string;
  /** Name of the site */
  site: string;
  say: Say<(typeof AUDIT_WORDS)[number]>;
}

export function AuditList({ entries, ...wording }: Wording & { entries: readonly AuditEntry[] }) {
  return (
    <ol className="sign-ins">
      {entries.map((entry) => (
        <Entry key={entry.id} {...wording} entry={entry} />
      ))}
    </ol>
  );
}

function Entry({ entry, nameOf, lang, zone, site, say }: Wording & { entry: AuditEntry }) {
  const { at, by, action, detail } = entry;
  const inSentence = lookUp(IN_SENTENCE, action);
  const who = {
    member: by.name || say('company.audit.erased'),
    key: say('company.audit.key', { name: by.name }),
    operator: site,
  }[by.kind];

  /** A value of the detail in the language of the page */
  const shown = (part: string, value: string): string => {
    if (part === 'member') return value || say('company.audit.erased');
    if (part === 'until' && !Number.isNaN(Date.parse(value))) return lastDayIn(lang, zone)(value);
    const word = SAID_AS_WORDS.includes(part) ? lookUp(VALUES, value) : undefined;
    if (word) return say(word);
    if (part === 'state') return say(lookUp(STATE_WORDS, value)?.name ?? 'account.state');
    if (part === 'changed') {
      const fields = value.split(' ').flatMap((field) => lookUp(PROFILE, field) ?? []);
      return listed(
        fields.map((field) => say(field)),
        lang,
      );
    }
    return nameOf(value);
  };
  const values: Record<string, string> = { who };
  if (inSentence) values[inSentence] = shown(inSentence, lookUp(detail, inSentence) ?? '');
  const rest = Object.entries(detail).filter(([part, value]) => value !== '' && part !== inSentence);
  return (
    <li>
      <time dateTime={at}>{instantIn(lang, zone)(at)}</time>
      <div>
        {say(`company.audit.${action}`, values as MessageValues)}
        {rest.map(([part, value]) => {
          const name = lookUp(DETAILS, part);
          const text = shown(part, value);
          return <p key={part}>{name ? say('company.audit.part', { name: say(name), value: text }) : text}</p>;
        })}
      </div>
    </li>
  );
}
