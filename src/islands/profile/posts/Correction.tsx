import { useState } from 'react';
import { sendForUser } from '../../../api/userCalls.ts';
import { correctPostCall, type OwnPost, previewCall, type ShownPost } from '../../../contract/posts.ts';
import { reason } from '../../failureWords.ts';
import { TextArea, TextField } from '../../formControls/controls.tsx';
import { Form } from '../../formControls/Form.tsx';
import { errorIn } from '../../formControls/field.ts';
import type { Close } from '../Setting.tsx';
import { isSame } from './answers.ts';
import { Writing } from './Fields.tsx';
import { Left, useKeptDraft, usePostForm } from './keeping.tsx';
import { type OwnPostProps, sayIn } from './ownPostParts.ts';
import { Shown } from './Shown.tsx';

/** Corrects a post that readers see: shown as they will see it, then published. Until then the device keeps it. */
export function Correction(props: OwnPostProps & { post: OwnPost; close: Close }) {
  const { own, post, service, lang, changed, close } = props;
  const { id } = post;
  const say = sayIn(props);
  const [start] = useState({ title: String(post.draft.title ?? ''), text: String(post.draft.text ?? '') });
  const [seen, setSeen] = useState<{ of: typeof start; post: ShownPost } | null>(null);
  const { answers, setAnswers, faults, setFaults, useAnswer, why, doing, send } = usePostForm<'showing' | 'publishing'>(
    start,
    changed,
  );
  const { left, begin, forget } = useKeptDraft(own, id, answers, isSame(answers, start));
  const json = { title: String(answers.title), text: String(answers.text) };
  const change = { method: 'post', json, parameters: { id } } as const;
  /** Readers would see what is typed */
  const shown = seen && isSame(seen.of, json) ? seen.post : null;
  const idOf = (field: string) => `correct-${id}-${field}`;
  return (
    <>
      <Left
        {...props}
        left={left}
        onTake={(others) => {
          if (!isSame(answers, start)) begin();
          setAnswers(others);
          setFaults([]);
        }}
      />
      <Form
        className="profile-form"
        fields={{ lang, say, idOf, errorOf: errorIn(faults), useAnswer }}
        faults={faults}
        controlOf={(field) => (Object.hasOwn(start, field) ? idOf(field) : null)}
        failure={why && [say('user.frame.notSaved'), reason(why, say), say('user.posts.kept.here')]}
        isSending={doing === 'showing'}
        submit={() =>
          send('showing', sendForUser(previewCall, service, change), ({ post }) => post && setSeen({ of: json, post }))
        }
        button={say('user.posts.look')}
        quiet={shown !== null}
      >
        <p className="field-hint">{say('user.posts.correct.about')}</p>
        <TextField name="title" label={say('user.posts.title')} autoComplete="off" />
        <TextArea name="text" label={say('user.posts.text')} hint={<Writing say={say} />} rows={12} />
      </Form>
      {shown && (
        <>
          <Shown {...props} shown={shown} title={say('user.posts.preview')} />
          <p className="actions">
            <button
              type="button"
              className="button"
              aria-disabled={doing !== null}
              onClick={() =>
                doing === null &&
                void send('publishing', sendForUser(correctPostCall, service, change), () => {
                  forget();
                  close(say('user.posts.corrected'));
                  void changed();
                })
              }
            >
              {say('user.posts.correct')}
            </button>
          </p>
        </>
      )}
    </>
  );
}
