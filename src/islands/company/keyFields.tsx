/** The controls of a key: where it may be used from, its public part. */
import { useState } from 'react';
import { readForUser, type SendResult } from '../../api/userCalls.ts';
import { ipCall } from '../../contract/common.ts';
import { KEY_LIMITS } from '../../forms/lists.ts';
import { RadioField, TextArea } from '../formControls/controls.tsx';
import type { Answers } from '../formControls/Form.tsx';
import { useFields } from '../formControls/field.ts';
import { sayIn } from '../profile/parts.tsx';
import type { KeysPanelProps, KeysProps } from './companyWords.ts';
import { makeKeyPair } from './keyPair.ts';

/** The networks that were typed, one a line. */
export const networksOf = (text: unknown): string[] =>
  String(text ?? '')
    .split(/[\s,;]+/)
    .filter(Boolean);

/** A whole number that was typed; else the text itself, which the server then refuses. */
export const numberOf = (text: unknown): number | string => {
  const typed = String(text).trim();
  return /^\d+$/.test(typed) ? Number(typed) : typed;
};

/** Puts the faults of single networks at their one control, each with the network. */
export function atNetworks<T>(sent: SendResult<T>, networks: readonly string[], props: KeysProps): SendResult<T> {
  if (sent.status !== 'refused') return sent;
  const fields = sent.fields.map(({ field, message }) => {
    const [, index] = /^networks\.(\d+)$/.exec(field) ?? [];
    const name = networks[Number(index)];
    if (name === undefined) return { field, message };
    return { field: 'networks', message: sayIn(props)('company.audit.part', { name, value: message }) };
  });
  return { ...sent, fields: [...new Map(fields.map((fault) => [fault.field, fault])).values()] };
}

/** Networks, one a line; a button adds that from which the visitor calls. */
export function Networks(props: KeysProps) {
  const { service } = props;
  const say = sayIn(props);
  const [value, give] = useFields().useAnswer('networks');
  const [announcement, setAnnouncement] = useState('');
  const add = async () => {
    const read = await readForUser(ipCall, service);
    if (read.status !== 'read') return setAnnouncement(say('company.key.networks.failed'));
    const { ip } = read.data;
    const network = `${ip}/${ip.includes(':') ? 128 : 32}`;
    give([...new Set([...networksOf(value), network])].join('\n'));
    setAnnouncement(say('company.key.networks.added', { network }));
  };
  return (
    <>
      <TextArea name="networks" label={say('company.key.networks')} hint={say('company.key.networks.hint')} />
      <p className="company-under">
        <button type="button" className="button quiet company-small" onClick={() => void add()}>
          {say('company.key.networks.add')}
        </button>{' '}
        <span role="status">{announcement}</span>
      </p>
    </>
  );
}

/** The answers with which a form for a public key starts. */
export const sourceOf = (canMake: boolean | null): Answers => ({
  source: canMake === false ? 'pasted' : 'made',
  publicKey: '',
});

/** The pair that the form asks for, if the browser is to make it, and the public key to send. */
export async function publicPart({ source, publicKey }: Answers) {
  const pair = source === 'made' ? await makeKeyPair() : null;
  return { pair, publicKey: pair?.publicKey ?? String(publicKey).trim() };
}

// cspell:ignore genpkey pubout
const OPENSSL = `openssl genpkey -algorithm ed25519 -out private.pem
openssl pkey -in private.pem -pubout`;

/** Makes the pair in the browser, or takes a public key that was made elsewhere. */
export function PublicKey({ canMake, ...props }: KeysPanelProps) {
  const say = sayIn(props);
  const [source] = useFields().useAnswer('source');
  return (
    <>
      {canMake === false ? (
        <p className="field-notice">{say('company.key.source.none')}</p>
      ) : (
        <RadioField
          name="source"
          label={say('company.key.source')}
          options={[
            { value: 'made', text: say('company.key.source.made'), hint: say('company.key.source.made.about') },
            { value: 'pasted', text: say('company.key.source.pasted'), hint: say('company.key.source.pasted.about') },
          ]}
        />
      )}
      {source === 'pasted' && (
        <TextArea
          name="publicKey"
          label={say('company.key.public')}
          hint={
            <>
              <p>{say('company.key.public.hint')}</p>
              <pre className="company-code">
                <code>{OPENSSL}</code>
              </pre>
            </>
          }
        />
      )}
    </>
  );
}

/** Hours that an old key still works beside a new one. */
export const OVERLAP = { usual: '24', most: KEY_LIMITS.overlapHours };
