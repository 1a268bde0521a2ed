import { applicationLicenseCall, type License } from '../../contract/companyWork.ts';
import { RadioField, TextArea } from '../formControls/controls.tsx';
import { useFields } from '../formControls/field.ts';
import { SaveForm, sayIn } from '../profile/parts.tsx';
import { Setting } from '../profile/Setting.tsx';
import { instantIn } from '../time.ts';
import type { ApplicationsProps } from './applicationWords.ts';
import type { PanelProps } from './CompanyPage.tsx';

/** The state of the license of an analyst or broker, and a form for who may decide. */
export function LicenseCheck({
  license: { state, authority, checkedAt, checkedBy, reason },
  reference,
  mayDecide,
  decided,
  ...props
}: PanelProps<ApplicationsProps> & {
  license: License;
  reference: string;
  mayDecide: boolean;
  decided: () => Promise<void>;
}) {
  const { inside, lang } = props;
  const say = sayIn(props);
  const done = checkedAt && [checkedBy, instantIn(lang)(checkedAt)];
  const isChecked = mayDecide && state !== 'none' && authority !== '';
  return (
    <Setting
      name={say('company.license')}
      action={isChecked ? say('company.license') : null}
      value={[say(`user.license.state.${state}`), ...(done || []), reason].filter(Boolean).join(' · ')}
      say={say}
    >
      {(close) => (
        <SaveForm
          id={`license-${reference}`}
          start={{ state: '', reason: '' }}
          send={({ state: outcome, reason: why }) =>
            inside.send(applicationLicenseCall, {
              method: 'put',
              json: outcome === 'refused' ? { state: outcome, reason: why } : { state: outcome },
              parameters: { reference },
            })
          }
          onSaved={() => {
            close(say('company.license.done'));
            void decided();
          }}
          action={say('company.decision.action')}
          lang={lang}
          say={say}
        >
          <RadioField
            name="state"
            label={say('company.products.state')}
            options={(['checked', 'refused'] as const).map((value) => ({
              value,
              text: say(`user.license.state.${value}`),
            }))}
          />
          <Why {...props} />
        </SaveForm>
      )}
    </Setting>
  );
}

function Why(props: PanelProps<ApplicationsProps>) {
  const say = sayIn(props);
  const [state] = useFields().useAnswer('state');
  if (state !== 'refused') return null;
  return <TextArea name="reason" label={say('company.products.reason')} hint={say('company.license.reason.hint')} />;
}
