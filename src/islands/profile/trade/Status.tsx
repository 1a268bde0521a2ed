import { sendForUser } from '../../../api/userCalls.ts';
import { tradeCall } from '../../../contract/users.ts';
import { ACCREDITED, QUALIFIED } from '../../../forms/lists.ts';
import { ACCREDITED_WORDS, QUALIFIED_WORDS } from '../../../forms/messageKeys.ts';
import { lookUp } from '../../../lookUp.ts';
import { RadioField } from '../../formControls/controls.tsx';
import { instantIn } from '../../time.ts';
import { SaveForm } from '../parts.tsx';
import { Setting, useAct } from '../Setting.tsx';
import type { TradePart } from './tradeWords.ts';

const STATUSES = {
  accreditedInvestor: {
    question: 'account.accredited',
    hint: 'account.accredited.hint',
    choices: ACCREDITED,
    words: ACCREDITED_WORDS,
  },
  qualifiedPurchaser: {
    question: 'account.qualified',
    hint: 'account.qualified.hint',
    choices: QUALIFIED,
    words: QUALIFIED_WORDS,
  },
} as const;

/** A declaration under US rules with its dates: declared, renewed, withdrawn. */
export function Status({ status, ...part }: TradePart & { status: keyof typeof STATUSES }) {
  const { data, replace, say, lang, service, figures } = part;
  const { act, isBusy, failure } = useAct(say);
  const { question, hint, choices, words } = STATUSES[status];
  const declared = data[status];
  const isDeclared = declared?.withdrawnAt === null;
  const instant = instantIn(lang);
  const textOf = (value: string) => say(lookUp(words, value) ?? words.none, figures);
  return (
    <Setting
      name={say(question)}
      value={
        <>
          <p>{declared && isDeclared ? textOf(declared.value) : say('user.trade.notDeclared')}</p>
          {declared && <p>{say('user.trade.declared', { time: instant(declared.at) })}</p>}
          {declared?.withdrawnAt && <p>{say('user.trade.withdrawn', { time: instant(declared.withdrawnAt) })}</p>}
          {failure}
        </>
      }
      action={say(isDeclared ? 'user.trade.renew' : 'user.trade.declare')}
      others={
        isDeclared
          ? (tell) => (
              <button
                type="button"
                className="button quiet"
                aria-disabled={isBusy}
                onClick={() =>
                  void act(
                    () => sendForUser(tradeCall, service, { method: 'put', json: { withdraw: [status] } }),
                    (saved) => {
                      replace(saved);
                      tell(say('user.trade.undeclared.done'));
                    },
                  )
                }
              >
                {say('user.trade.withdraw')}
                <span className="unseen">: {say(question)}</span>
              </button>
            )
          : undefined
      }
      say={say}
    >
      {(close) => (
        <SaveForm
          id={status}
          start={{ [status]: isDeclared ? declared.value : '' }}
          lang={lang}
          say={say}
          action={say(isDeclared ? 'user.trade.renew' : 'user.trade.declare')}
          send={(json) => sendForUser(tradeCall, service, { method: 'put', json })}
          onSaved={(saved) => {
            replace(saved);
            close(say('user.trade.declared.done'));
          }}
        >
          <RadioField
            name={status}
            label={<span className="unseen">{say(question)}</span>}
            hint={say(hint)}
            options={choices.map((value) => ({ value, text: textOf(value) }))}
          />
        </SaveForm>
      )}
    </Setting>
  );
}
