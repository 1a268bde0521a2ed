import { useState } from 'react';
import { sendForUser } from '../../../api/userCalls.ts';
import type { CallData } from '../../../contract/common.ts';
import { codesCall, twoStepCall, twoStepOnCall } from '../../../contract/users.ts';
import { TextField } from '../../formControls/controls.tsx';
import { dayIn } from '../../time.ts';
import { SaveForm } from '../parts.tsx';
import { type Close, Setting } from '../Setting.tsx';
import { saveFile } from '../saveFile.ts';
import { YourPassword } from './Details.tsx';
import type { SecurityPart } from './securityWords.ts';

type Begun = NonNullable<CallData<typeof twoStepCall>>;
interface OfTwoStep extends SecurityPart {
  company: string;
}

/** Two-step verification: set up and turned on by its first code, new backup codes, turned off. */
export function TwoStep(of: OfTwoStep) {
  const { data, change, say, lang, service } = of;
  const { on, codesLeft } = data.twoStep;
  const name = say('user.security.twoStep.app');
  if (!on) {
    return (
      <Setting
        name={name}
        value={say('account.off')}
        action={data.hasPassword ? say('user.security.twoStep.setUp') : null}
        say={say}
      >
        {(close) => <SetUp {...of} close={close} />}
      </Setting>
    );
  }
  return (
    <>
      <Setting name={name} value={say('account.on')} action={say('user.security.twoStep.off')} say={say}>
        {(close) => (
          <SaveForm
            id="twoStepOff"
            start={{ password: '' }}
            lang={lang}
            say={say}
            action={say('user.security.twoStep.off')}
            send={(json) => sendForUser(twoStepCall, service, { method: 'delete', json })}
            onSaved={() => {
              change({ twoStep: { on: false, codesLeft: 0 } });
              close(say('user.security.twoStep.turnedOff'));
            }}
          >
            <p className="field-hint">{say('user.security.twoStep.off.about')}</p>
            <YourPassword say={say} />
          </SaveForm>
        )}
      </Setting>
      <Setting
        name={say('user.security.twoStep.newCodes')}
        value={say('user.security.twoStep.left', { count: codesLeft })}
        action={say('user.security.twoStep.newCodes.get')}
        say={say}
      >
        {(close) => <NewCodes {...of} close={close} />}
      </Setting>
    </>
  );
}

/** The password first; then the app, the backup codes, and the first code of the app. */
function SetUp({ close, ...of }: OfTwoStep & { close: Close }) {
  const { data, resource, say, lang, service } = of;
  const [begun, setBegun] = useState<Begun | null>(null);
  if (!begun) {
    return (
      <SaveForm
        id="twoStep"
        start={{ password: '' }}
        lang={lang}
        say={say}
        action={say('user.security.twoStep.next')}
        send={(json) => sendForUser(twoStepCall, service, { method: 'post', json })}
        onSaved={setBegun}
      >
        <YourPassword say={say} />
      </SaveForm>
    );
  }
  const { qr, secret, address, codes } = begun;
  return (
    <ol className="two-step">
      <li>
        <h4>{say('user.security.twoStep.scan')}</h4>
        <p>{say('user.security.twoStep.scan.about')}</p>
        <svg
          className="qr"
          viewBox={`0 0 ${qr.size} ${qr.size}`}
          role="img"
          aria-label={say('user.security.twoStep.qr')}
          shapeRendering="crispEdges"
        >
          <path d={qr.path} />
        </svg>
        <dl className="two-step-secret">
          <dt>{say('user.security.twoStep.secret')}</dt>
          <dd>
            <code>{secret.match(/.{1,4}/g)?.join(' ')}</code>
          </dd>
        </dl>
        <p>
          <a href={address}>{say('user.security.twoStep.open')}</a>
        </p>
      </li>
      <li>
        <h4>{say('user.security.twoStep.codes')}</h4>
        <Codes codes={codes} {...of} />
      </li>
      <li>
        <h4>{say('user.security.twoStep.confirm')}</h4>
        <SaveForm
          id="firstCode"
          start={{ code: '' }}
          lang={lang}
          say={say}
          action={say('user.security.twoStep.turnOn')}
          send={(json) => sendForUser(twoStepOnCall, service, { method: 'post', json })}
          onSaved={async (entered) => {
            await resource.enterAgain(entered);
            resource.replace({ ...data, twoStep: { on: true, codesLeft: codes.length } });
            close(say('user.security.twoStep.turnedOn'));
          }}
        >
          <TextField
            name="code"
            label={say('user.security.twoStep.code')}
            hint={say('user.security.twoStep.code.hint')}
            type="tel"
            autoComplete="one-time-code"
            width="short"
          />
        </SaveForm>
      </li>
    </ol>
  );
}

function NewCodes({ close, ...of }: OfTwoStep & { close: Close }) {
  const { change, say, lang, service } = of;
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (!codes) {
    return (
      <SaveForm
        id="newCodes"
        start={{ password: '' }}
        lang={lang}
        say={say}
        action={say('user.security.twoStep.newCodes.get')}
        send={(json) => sendForUser(codesCall, service, { method: 'post', json })}
        onSaved={(made) => {
          setCodes(made.codes);
          change({ twoStep: { on: true, codesLeft: made.codes.length } });
        }}
      >
        <p className="field-hint">{say('user.security.twoStep.newCodes.about')}</p>
        <YourPassword say={say} />
      </SaveForm>
    );
  }
  return (
    <>
      <Codes codes={codes} {...of} />
      <p className="actions">
        <button type="button" className="button" onClick={() => close()}>
          {say('user.security.twoStep.newCodes.done')}
        </button>
      </p>
    </>
  );
}

/** Backup codes, to copy, to print, to save. */
function Codes({ codes, data, say, lang, company }: OfTwoStep & { codes: readonly string[] }) {
  const [announcement, setAnnouncement] = useState('');
  const title = say('user.security.twoStep.file', {
    company,
    email: data.email,
    date: dayIn(lang)(new Date().toISOString()),
  });
  const text = `${[title, '', ...codes].join('\n')}\n`;
  const print = () => {
    const root = document.documentElement;
    root.dataset.printing = 'codes';
    addEventListener('afterprint', () => delete root.dataset.printing, { once: true });
    window.print();
  };
  return (
    <div className="backup-codes">
      <p>{say('user.security.twoStep.codes.about')}</p>
      <div className="backup-codes-list">
        <p>{title}</p>
        <ul>
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
      </div>
      <p className="setting-buttons">
        <button
          type="button"
          className="button quiet"
          onClick={() =>
            void navigator.clipboard?.writeText(text).then(() => setAnnouncement(say('user.security.twoStep.copied')))
          }
        >
          {say('user.security.twoStep.copy')}
        </button>
        <button
          type="button"
          className="button quiet"
          onClick={() => saveFile(`${company.toLowerCase()}-backup-codes.txt`, text, 'text/plain')}
        >
          {say('user.security.twoStep.download')}
        </button>
        <button type="button" className="button quiet" onClick={print}>
          {say('user.security.twoStep.print')}
        </button>
        <span role="status">{announcement}</span>
      </p>
    </div>
  );
}
