import { useRef, useState } from 'react';
import { newKey } from '../../browserState/idempotencyKey.ts';
import { localZone } from '../../browserState/zone.ts';
import {
  flashPublicationCall,
  newsPublicationCall,
  type Publication,
  publicationCall,
  publicationsCall,
  publicationWithdrawalCall,
} from '../../contract/companyPublishing.ts';
import { LANGUAGE_OF, NEWS_LANGUAGES } from '../../contract/news.ts';
import { PUBLICATION_CATEGORIES, PUBLICATION_KINDS } from '../../forms/lists.ts';
import { licenseLine } from '../../shells/license.ts';
import { wordOf } from '../feeds/drawing.tsx';
import { RadioField, SelectField, TextArea, TextField } from '../formControls/controls.tsx';
import type { Answers } from '../formControls/Form.tsx';
import { Empty } from '../profile/Empty.tsx';
import { SaveForm, Section, sayIn } from '../profile/parts.tsx';
import { Setting } from '../profile/Setting.tsx';
import { instantIn } from '../time.ts';
import { CompanyPage, Lacking, type PanelProps } from './CompanyPage.tsx';
import type { PublishingProps } from './companyWords.ts';
import { Pages } from './more.tsx';
import { Pick } from './parts.tsx';

/** What is published, by kind. */
const KINDS = {
  news: { permission: 'publishing.publishNews', call: newsPublicationCall },
  flash: { permission: 'publishing.publishFlash', call: flashPublicationCall },
} as const;

/** Permissions of which the page needs one to publish. */
export const PUBLISHING_NEEDS = PUBLICATION_KINDS.map((kind) => KINDS[kind].permission);

/** The news and flash that a company publishes. */
export default function Publishing(props: PublishingProps) {
  return (
    <CompanyPage frame={props} rows={6}>
      {(inside) => <Lists {...props} inside={inside} />}
    </CompanyPage>
  );
}

function Lists(props: PanelProps<PublishingProps>) {
  const { inside, service, loginHref } = props;
  const say = sayIn(props);
  const [filter, setFilter] = useState({ kind: '', where: '' });
  const [published, setPublished] = useState(0);
  const isSandbox = filter.where === 'sandbox';
  return (
    <>
      <Section id="publications" title={say('company.publishing.list')}>
        <div className="company-search">
          <Pick
            id="publications-kind"
            label={say('company.kind.label')}
            value={filter.kind}
            options={PUBLICATION_KINDS.map((kind) => ({ value: kind, text: say(`company.publishing.${kind}`) }))}
            empty={say('company.publishing.all')}
            onPick={(kind) => setFilter({ ...filter, kind })}
          />
          <Pick
            id="publications-where"
            label={say('company.publishing.where')}
            value={filter.where}
            options={[{ value: 'sandbox', text: say('company.kind.sandbox') }]}
            empty={say('company.kind.live')}
            onPick={(where) => setFilter({ ...filter, where })}
          />
        </div>
        <Pages
          key={`${filter.kind} ${filter.where} ${published}`}
          described={publicationsCall}
          place={{
            parameters: { company: inside.id },
            query: { kind: filter.kind, sandbox: isSandbox ? 'true' : '' },
          }}
          service={service}
          loginHref={loginHref}
          say={say}
        >
          {({ publications }, resource, isFirst) => (
            <>
              {publications.length === 0 && isFirst && <Empty drawing="news" text={say('company.publishing.none')} />}
              {publications.map((publication) => (
                <One
                  key={publication.id}
                  {...props}
                  publication={publication}
                  isSandbox={isSandbox}
                  changed={resource.refresh}
                />
              ))}
            </>
          )}
        </Pages>
      </Section>
      <Publish {...props} onPublished={() => setPublished((times) => times + 1)} />
    </>
  );
}

const languageName = (language: string) => new Intl.DisplayNames([language], { type: 'language' }).of(language);

function One(
  props: PanelProps<PublishingProps> & { publication: Publication; isSandbox: boolean; changed: () => Promise<void> },
) {
  const { publication, isSandbox, changed, inside, lang, licenses } = props;
  const { id, kind, language, category, title, summary, link, symbols, revision, withdrawn, member } = publication;
  const { may, send, overview } = inside;
  const say = sayIn(props);
  const instant = instantIn(lang);
  const mayCorrect = may('publishing.correct') && overview.confirmed;
  const mayWithdraw = may('publishing.withdraw');
  const facts = [
    say(`company.publishing.${kind}`),
    say(`news.category.${category}`),
    languageName(language),
    revision > 1 && say('company.publishing.revision', { count: revision - 1 }),
  ];
  return (
    <Setting
      name={title}
      action={!withdrawn && !isSandbox && (mayCorrect || mayWithdraw) ? say('account.change') : null}
      value={
        <>
          <p className="setting-due">{facts.filter(Boolean).join(' · ')}</p>
          {summary && <p className="user-text">{summary}</p>}
          {link && (
            <p>
              <a href={link} rel="noopener noreferrer nofollow">
                {link}
              </a>
            </p>
          )}
          {symbols.length > 0 && <p>{symbols.join(' · ')}</p>}
          <p>
            {say('company.publishing.by', {
              name: member.nickname || say('company.audit.erased'),
              time: instant(publication.publishedAt),
            })}
          </p>
          {member.license && (
            <p className="setting-due">
              {licenseLine(member.license, licenses, {
                lang,
                zone: localZone(),
                word: wordOf(props.words, props.locale),
              })}
            </p>
          )}
          {withdrawn && (
            <p className="setting-due">
              {say('company.publishing.withdrawn', { time: instant(withdrawn.at), reason: withdrawn.reason })}
            </p>
          )}
        </>
      }
      say={say}
    >
      {(close) => {
        const done = (words: string) => {
          close(words);
          void changed();
        };
        return (
          <>
            {mayCorrect && (
              <>
                <p className="field-hint">{say('company.publishing.correct.about')}</p>
                <SaveForm
                  id={`correct-${id}`}
                  start={{ title, summary: summary ?? '' }}
                  send={(json) => send(publicationCall, { method: 'put', json, parameters: { id } })}
                  onSaved={() => done(say('company.publishing.corrected'))}
                  action={say('company.publishing.correct.action')}
                  lang={lang}
                  say={say}
                >
                  <TextField name="title" label={say('company.publishing.title')} autoComplete="off" />
                  <TextArea name="summary" label={say('company.publishing.summary')} optional />
                </SaveForm>
              </>
            )}
            {mayWithdraw && (
              <Setting name={say('company.publishing.withdraw')} action={say('company.publishing.withdraw')} say={say}>
                {() => (
                  <>
                    <p className="field-hint">{say('company.publishing.withdraw.about')}</p>
                    <SaveForm
                      id={`withdraw-${id}`}
                      start={{ reason: '' }}
                      send={(json) => send(publicationWithdrawalCall, { method: 'post', json, parameters: { id } })}
                      onSaved={() => done(say('company.publishing.withdrawn.now'))}
                      action={say('company.publishing.withdraw')}
                      lang={lang}
                      say={say}
                    >
                      <TextField name="reason" label={say('company.publishing.withdraw.reason')} autoComplete="off" />
                    </SaveForm>
                  </>
                )}
              </Setting>
            )}
          </>
        );
      }}
    </Setting>
  );
}

/** The body of a publication from the answers of its form. */
const bodyOf = ({ kind: _, link, symbols, ...answers }: Answers) => ({
  ...answers,
  link: String(link).trim() || null,
  symbols: String(symbols)
    .toUpperCase()
    .split(/[\s,、，]+/)
    .filter(Boolean),
});

function Publish(props: PanelProps<PublishingProps> & { onPublished: () => void }) {
  const { inside, onPublished, lang, locale, site } = props;
  const { overview, may, send } = inside;
  const say = sayIn(props);
  const [announcement, setAnnouncement] = useState('');
  /** The same text has the same key, so that sending it again after a failure publishes it once. */
  const sent = useRef({ text: '', key: '' });
  const kinds = PUBLICATION_KINDS.filter((kind) => may(KINDS[kind].permission));
  const without = !overview.confirmed
    ? say('company.publishing.unconfirmed', { site })
    : overview.licence === '' && say('company.publishing.unlicensed');
  return (
    <Section
      id="publish"
      title={say('company.publishing.publish')}
      hint={say('company.publishing.publish.about', { site })}
    >
      {kinds.length === 0 ? (
        <Lacking inside={inside} frame={props} needs={PUBLISHING_NEEDS} text={say('company.publishing.notPermitted')} />
      ) : without ? (
        <p className="field-notice">{without}</p>
      ) : (
        <SaveForm
          id="publication"
          start={{
            kind: kinds[0],
            language: LANGUAGE_OF[locale],
            title: '',
            summary: '',
            link: '',
            category: PUBLICATION_CATEGORIES[0],
            symbols: '',
          }}
          send={(answers) => {
            const json = bodyOf(answers);
            const text = JSON.stringify([answers.kind, json]);
            if (sent.current.text !== text) sent.current = { text, key: newKey() };
            const { call } = KINDS[answers.kind === 'flash' ? 'flash' : 'news'];
            return send(call, { method: 'post', json, headers: { 'Idempotency-Key': sent.current.key } });
          }}
          onSaved={(_, { title }) => {
            sent.current = { text: '', key: '' };
            setAnnouncement(say('company.publishing.done', { title: String(title).trim() }));
            onPublished();
          }}
          action={say('company.publishing.publish.action')}
          forgets
          lang={lang}
          say={say}
        >
          <RadioField
            name="kind"
            label={say('company.kind.label')}
            options={kinds.map((kind) => ({ value: kind, text: say(`company.publishing.${kind}`) }))}
          />
          <SelectField
            name="language"
            label={say('company.publishing.language')}
            options={NEWS_LANGUAGES.map((value) => ({ value, text: languageName(value) }))}
          />
          <TextField name="title" label={say('company.publishing.title')} autoComplete="off" />
          <TextArea name="summary" label={say('company.publishing.summary')} optional />
          <TextField
            name="link"
            label={say('company.publishing.link')}
            autoComplete="off"
            spellCheck={false}
            optional
          />
          <SelectField
            name="category"
            label={say('company.publishing.category')}
            options={PUBLICATION_CATEGORIES.map((value) => ({ value, text: say(`news.category.${value}`) }))}
          />
          <TextField
            name="symbols"
            label={say('company.publishing.symbols')}
            hint={say('company.publishing.symbols.hint')}
            autoComplete="off"
            width="medium"
            spellCheck={false}
            optional
          />
        </SaveForm>
      )}
      <p className="setting-said" role="status">
        {announcement}
      </p>
    </Section>
  );
}
