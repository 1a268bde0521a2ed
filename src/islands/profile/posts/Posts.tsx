import { Fragment, type ReactNode, useState } from 'react';
import { sendForUser } from '../../../api/userCalls.ts';
import type { CallData } from '../../../contract/common.ts';
import { LANGUAGE_OF, NEWS_LANGUAGES } from '../../../contract/news.ts';
import {
  correctPostCall,
  draftCall,
  type OwnPost,
  ownPostCall,
  ownPostsCall,
  type PostNode,
  publishPostCall,
  withdrawPostCall,
} from '../../../contract/posts.ts';
import { ADVICE, HOLDINGS, HORIZONS, type PostDraft } from '../../../forms/postForms.ts';
import { postText } from '../../../shells/postText.ts';
import { draw } from '../../feeds/drawing.tsx';
import { CheckField, RadioField, SelectField, TextArea, TextField } from '../../formControls/controls.tsx';
import type { Answers } from '../../formControls/Form.tsx';
import { useFields } from '../../formControls/field.ts';
import { Empty } from '../Empty.tsx';
import { type FrameProps, Loaded, SaveForm, type Say, Section, State, sayIn, useResource } from '../parts.tsx';
import { Setting, useAct } from '../Setting.tsx';
import { instantIn } from '../time.ts';
import type { POST_WORDS } from './words.ts';

interface Props extends FrameProps<(typeof POST_WORDS)[number]> {
  /** Official series, as the page names them */
  series: readonly { value: string; text: string }[];
  /** The form of an application, and where a license is submitted */
  licenseHref: string;
  /** Addresses of posts, for `{id}` */
  postHref: string;
}
type Own = CallData<typeof ownPostsCall>;
interface Part extends Props {
  own: Own;
  /** Reads the posts again */
  changed: () => Promise<void>;
}

/** The posts of an analyst or broker: drafts, those that wait, those that are public. */
export default function Posts(props: Props) {
  const { service, loginHref } = props;
  const say = sayIn(props);
  const resource = useResource(ownPostsCall, service);
  return (
    <Loaded {...{ resource, loginHref, say }} rows={4}>
      {(own) => (
        <>
          {own.waits && (
            <p className="field-notice">
              {say(`user.posts.waits.${own.waits}`)}{' '}
              {own.waits !== 'submitted' && <a href={props.licenseHref}>{say('user.posts.license')}</a>}
            </p>
          )}
          <Section id="posts" title={say('user.posts.list')}>
            {own.list.length === 0 && <Empty drawing="news" text={say('user.posts.none')} />}
            {own.list.map((post) => (
              <One key={post.id} {...props} {...{ own, post }} changed={resource.refresh} />
            ))}
          </Section>
          <Section id="write" title={say('user.posts.write')} hint={say('user.posts.write.about')}>
            <Draft {...props} own={own} changed={resource.refresh} />
          </Section>
        </>
      )}
    </Loaded>
  );
}

const MARKS = { published: 'good', waiting: 'due', refused: 'due', draft: null, withdrawn: null } as const;

function One(props: Part & { post: OwnPost }) {
  const { post, lang, postHref, changed, service } = props;
  const { id, state, text, reason: why, savedAt, publishedAt } = post;
  const draft = post.draft as unknown as PostDraft;
  const say = sayIn(props);
  const isUnsent = state === 'draft' || state === 'refused';
  const title = draft.title || say('user.posts.untitled');
  return (
    <Setting
      name={title}
      action={state === 'withdrawn' ? null : say(isUnsent ? 'user.posts.edit' : 'account.change')}
      value={
        <>
          <p>
            <State is={MARKS[state]}>{say(`user.posts.state.${state}`)}</State>{' '}
            {instantIn(lang)(publishedAt ?? savedAt)}
          </p>
          {why !== null && <p className="setting-due">{why}</p>}
          {state === 'published' && (
            <p>
              <a href={postHref.replace('{id}', id)}>{say('user.posts.open')}</a>
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
        const send = <C extends typeof correctPostCall | typeof withdrawPostCall>(call: C, json: Answers) =>
          sendForUser(call, service, { method: 'post', json, parameters: { id } });
        if (isUnsent) return <Draft {...props} saved={{ id, text }} start={draft} company={post.company} />;
        return (
          <>
            {state === 'published' && (
              <SaveForm
                id={`correct-${id}`}
                start={{ title: draft.title, text: draft.text }}
                send={(json) => send(correctPostCall, json)}
                onSaved={() => done(say('user.posts.corrected'))}
                action={say('user.posts.correct')}
                {...{ lang, say }}
              >
                <p className="field-hint">{say('user.posts.correct.about')}</p>
                <TextField name="title" label={say('user.posts.title')} autoComplete="off" />
                <TextArea name="text" label={say('user.posts.text')} rows={12} />
              </SaveForm>
            )}
            <SaveForm
              id={`withdraw-${id}`}
              start={{ reason: '' }}
              send={(json) => send(withdrawPostCall, json)}
              onSaved={() => done(say('user.posts.withdrawn'))}
              action={say('user.posts.withdraw')}
              quiet
              {...{ lang, say }}
            >
              <TextField name="reason" label={say('user.posts.reason')} autoComplete="off" />
            </SaveForm>
          </>
        );
      }}
    </Setting>
  );
}

/** Answers of the form: what belongs to a recommendation has the names of its faults. */
function answersOf({ recommendation, symbols, ...draft }: PostDraft, company: string | null): Answers {
  return {
    ...draft,
    company: company ?? '',
    symbols: symbols.join(' '),
    recommends: recommendation !== null || undefined,
    ...Object.fromEntries(
      Object.entries(recommendation ?? {}).map(([name, value]) => [`recommendation.${name}`, value]),
    ),
  };
}

const orNull = (answer: unknown) => answer || null;

function bodyOf(answers: Answers) {
  const { language, title, text, company, series, holding, pricesOn, symbols, recommends } = answers;
  const part = (name: string) => answers[`recommendation.${name}`];
  return {
    ...{ language, title, text },
    company: orNull(company),
    series: orNull(series),
    holding: orNull(holding),
    pricesOn: orNull(pricesOn),
    symbols: String(symbols)
      .toUpperCase()
      .split(/[\s,、，]+/)
      .filter(Boolean),
    recommendation: recommends
      ? {
          advice: orNull(part('advice')),
          horizon: orNull(part('horizon')),
          basis: part('basis') ?? '',
          interests: part('interests') ?? '',
        }
      : null,
  };
}

/** A draft: saved as often as its author likes, shown as readers will see it, then published. */
function Draft(
  props: Part & { saved?: { id: string; text: readonly PostNode[] }; start?: PostDraft; company?: string | null },
) {
  const { own, service, lang, locale, series, changed } = props;
  const say = sayIn(props);
  const [saved, setSaved] = useState<{ id: string; text: readonly PostNode[] } | null>(props.saved ?? null);
  const [published, setPublished] = useState('');
  const { act, isBusy, failure } = useAct(say);
  const empty: PostDraft = {
    ...{ language: LANGUAGE_OF[locale], title: '', text: '', symbols: [], series: null },
    ...{ holding: null, pricesOn: null, recommendation: null },
  };
  const [start] = useState(() => answersOf(props.start ?? empty, props.company ?? null));
  const choices = <T extends string>(list: readonly T[], word: (value: T) => string) =>
    list.map((value) => ({ value, text: word(value) }));
  return (
    <>
      <SaveForm
        id={`post-${saved?.id ?? 'new'}`}
        start={start}
        send={(answers) => {
          const json = bodyOf(answers);
          return saved
            ? sendForUser(ownPostCall, service, { method: 'put', json, parameters: { id: saved.id } })
            : sendForUser(draftCall, service, { method: 'post', json });
        }}
        onSaved={setSaved}
        action={say('user.posts.save')}
        quiet={saved !== null}
        {...{ lang, say }}
      >
        <SelectField
          name="language"
          label={say('user.posts.language')}
          options={choices(
            NEWS_LANGUAGES,
            (value) => new Intl.DisplayNames([value], { type: 'language' }).of(value) ?? value,
          )}
        />
        {own.companies.length > 0 && (
          <SelectField
            name="company"
            label={say('user.posts.company')}
            empty={say('user.posts.company.own')}
            options={own.companies.map(({ id, name }) => ({ value: id, text: name }))}
          />
        )}
        <TextField name="title" label={say('user.posts.title')} autoComplete="off" />
        <TextArea name="text" label={say('user.posts.text')} hint={<Writing say={say} />} rows={12} />
        <TextField
          name="symbols"
          label={say('user.posts.symbols')}
          hint={say('user.posts.symbols.hint')}
          autoComplete="off"
          width="medium"
          spellCheck={false}
          optional
        />
        <TextField
          name="pricesOn"
          label={say('user.posts.pricesOn')}
          type="date"
          autoComplete="off"
          width="short"
          optional
        />
        <SelectField
          name="series"
          label={say('user.posts.series')}
          empty={say('user.posts.series.none')}
          options={series}
        />
        <RadioField
          name="holding"
          label={say('user.posts.holding')}
          options={choices(HOLDINGS, (value) => say(`post.holding.${value}`))}
        />
        <CheckField name="recommends" label={say('user.posts.recommends')} hint={say('user.posts.recommends.hint')} />
        <Recommendation>
          <RadioField
            name="recommendation.advice"
            label={say('user.posts.advice')}
            options={choices(ADVICE, (value) => say(`post.advice.${value}`))}
          />
          <SelectField
            name="recommendation.horizon"
            label={say('user.posts.horizon')}
            empty=""
            options={choices(HORIZONS, (value) => say(`post.horizon.${value}`))}
          />
          <TextArea name="recommendation.basis" label={say('user.posts.basis')} hint={say('user.posts.basis.hint')} />
          <TextField
            name="recommendation.interests"
            label={say('user.posts.interests')}
            hint={say('user.posts.interests.hint')}
            autoComplete="off"
            optional
          />
        </Recommendation>
      </SaveForm>
      {saved && (
        <>
          <h3>{say('user.posts.preview')}</h3>
          <div className="prose post-text">{postText(saved.text).map((part, at) => draw(part, String(at)))}</div>
          <p className="actions">
            <button
              type="button"
              className="button"
              aria-disabled={isBusy}
              onClick={() =>
                act(
                  () => sendForUser(publishPostCall, service, { method: 'post', parameters: { id: saved.id } }),
                  ({ state }) => {
                    setPublished(say(state === 'waiting' ? 'user.posts.sent' : 'user.posts.published'));
                    void changed();
                  },
                )
              }
            >
              {say('user.posts.publish')}
            </button>
          </p>
        </>
      )}
      {failure}
      <p className="setting-said" role="status">
        {published}
      </p>
    </>
  );
}

const MARKS_OF_TEXT = [
  ['*…*', 'emphasis'],
  ['**…**', 'strong'],
  ['- …', 'list'],
  ['> …', 'quotation'],
  ['[…](https://…)', 'link'],
] as const;

/** How a text is written. */
function Writing({ say }: { say: Say<'user.posts.*'> }) {
  return (
    <>
      {say('user.posts.text.hint')}{' '}
      {MARKS_OF_TEXT.map(([mark, what], at) => (
        <Fragment key={what}>
          {at > 0 && ' · '}
          <code>{mark}</code> {say(`user.posts.mark.${what}`)}
        </Fragment>
      ))}
    </>
  );
}

/** What a recommendation says besides, once the author has said that it is one. */
function Recommendation({ children }: { children: ReactNode }) {
  const [recommends] = useFields().useAnswer('recommends');
  return recommends ? children : null;
}
