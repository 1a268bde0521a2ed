import type { License } from '../../../contract/companyWork.ts';
import { ROLE_QUERY } from '../../../forms/lists.ts';
import { lookUp } from '../../../lookUp.ts';
import { dayIn } from '../../time.ts';
import { Fact, Facts, type FrameProps, Section, sayIn } from '../parts.tsx';

export const LICENSE_SECTION_WORDS = [
  'account.licence',
  'account.licence.authority',
  'account.licence.number',
  'account.licence.type',
  'user.center.applications.missing',
  'user.center.applications.sent',
  'user.license.*',
] as const;

/** The license of an analyst or a broker: its state, and what is missing. Another application states another one. */
export function LicenseSection({
  license,
  licenses,
  formHref,
  ...props
}: FrameProps<(typeof LICENSE_SECTION_WORDS)[number]> & {
  license: License;
  licenses: Readonly<Record<string, string>>;
  formHref: string;
}) {
  const { role, state, type, number, authority, submittedAt, checkedAt, checkedBy, reason } = license;
  const say = sayIn(props);
  const day = dayIn(props.lang);
  const isHeld = state !== 'none';
  const waits = state === 'none' || state === 'refused';
  const missing = [
    waits && say('user.license.waits'),
    state === 'submitted' && authority === '' && say('user.license.authority'),
  ].filter(Boolean);
  return (
    <Section id="license" title={say('account.licence')}>
      {(missing.length > 0 || reason) && (
        <div className="field-notice">
          <p className="field-head">{say('user.center.applications.missing')}</p>
          {reason && <p className="user-text">{reason}</p>}
          {missing.map((words) => (
            <p key={String(words)}>{words}</p>
          ))}
        </div>
      )}
      <Facts>
        <Fact name={say('user.license.state')}>{say(`user.license.state.${state}`)}</Fact>
        {isHeld && (
          <>
            <Fact name={say('account.licence.type')}>{lookUp(licenses, type)}</Fact>
            <Fact name={say('account.licence.number')}>{number}</Fact>
            {authority && <Fact name={say('account.licence.authority')}>{authority}</Fact>}
            <Fact name={say('user.center.applications.sent')}>{day(submittedAt)}</Fact>
          </>
        )}
        {checkedAt && checkedBy && (
          <Fact name={say('user.license.by')}>
            {checkedBy} · {day(checkedAt)}
          </Fact>
        )}
      </Facts>
      {state === 'submitted' && authority !== '' && <p className="field-hint">{say('user.license.seen')}</p>}
      {missing.length > 0 && (
        <p className="actions">
          <a className="button quiet" href={`${formHref}?${ROLE_QUERY}=${role}`}>
            {say('user.license.send')}
          </a>
        </p>
      )}
    </Section>
  );
}
