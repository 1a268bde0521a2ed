import { useEffect, useRef, useState } from 'react';
import { canHavePasskeys, endPasskey, enterWithPasskey } from '../../api/passkeys.ts';
import type { Service } from '../../contract/common.ts';
import type { Entered } from '../../contract/users.ts';
import { failureText } from '../formControls/field.ts';
import { device, type LogInFormWord, type Say } from './logInForms.tsx';

/** A challenge holds for ten minutes, and the page may stand longer. */
const RENEWED_MS = 9 * 60_000;

/**
 * The log-in with a passkey: by a button, and without a second step also among what the browser offers for the address.
 * Where the browser has no passkeys, the button goes, and nothing is loaded; most have them, and there nothing moves.
 */
export function Passkey({
  service,
  say,
  goOn,
  own,
  challenge,
  onOver,
}: {
  service: Service;
  say: Say<LogInFormWord | 'login.*'>;
  goOn: (entered: Entered) => Promise<void>;
  own: boolean;
  /** That of a second step */
  challenge?: string;
  /** The second step is over */
  onOver?: (why: string) => void;
}) {
  const [isOffered, setOffered] = useState(true);
  const [failure, setFailure] = useState<string | null>(null);
  const latest = useRef(own);
  latest.current = own;

  async function enter(isAutofill: boolean): Promise<void> {
    const answers = () => device(latest.current);
    const result = await enterWithPasskey({ challenge, isAutofill, answers }, service);
    if (result && 'done' in result) return goOn(result.done);
    if (result === null) {
      if (isAutofill) return;
      setFailure(say('login.passkey.failed'));
    } else if ('fields' in result) {
      const [fault] = result.fields;
      if (fault?.field === 'challenge') return onOver?.(fault.message);
      setFailure(fault?.message ?? '');
    } else if ('failed' in result) {
      setFailure(failureText(result.failed, say('entering.timeout'), say));
    }
    // The attempt has ended what waited in the address field.
    if (challenge === undefined) void enter(true);
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    setOffered(canHavePasskeys());
    if (!canHavePasskeys()) return;
    if (challenge !== undefined) return;
    void enter(true);
    const renewing = setInterval(() => void enter(true), RENEWED_MS);
    return () => {
      clearInterval(renewing);
      void endPasskey();
    };
  }, []);

  if (!isOffered) return null;
  return (
    <>
      {failure !== null && (
        <p className="field-error" role="alert">
          {failure}
        </p>
      )}
      <button
        type="button"
        className="entry-choice"
        onClick={() => {
          setFailure(null);
          void enter(false);
        }}
      >
        {say(challenge === undefined ? 'login.passkey' : 'login.code.usePasskey')}
      </button>
    </>
  );
}
