import type { PermissionDecision, PermissionReason } from '../../contract/companies.ts';
import { lastDayIn } from '../time.ts';
import type { Wording } from './companyWords.ts';

const REASONS = {
  allow: {
    administrator: 'company.why.administrator',
    department: 'company.why.department',
    role: 'company.why.role',
    member: 'company.why.member',
  },
  deny: {
    // Nothing takes away what is held by right.
    administrator: 'company.why.administrator',
    department: 'company.why.deniedDepartment',
    role: 'company.why.deniedRole',
    member: 'company.why.deniedMember',
  },
} as const;

/** Whether a member may use a permission, and why. */
export function Why({
  decision: { allowed, reasons, conflicts },
  nameOf,
  lang,
  zone,
  say,
}: { decision: PermissionDecision } & Wording) {
  const reasonText = ({ effect, kind, name, inherited, until }: PermissionReason) =>
    [
      say(REASONS[effect][kind], { name }),
      inherited && say('company.why.inherited'),
      until && say('company.grant.until', { date: lastDayIn(lang, zone)(until) }),
    ]
      .filter(Boolean)
      .join(' · ');
  return (
    <div className="company-why" data-allowed={allowed}>
      <p className="setting-due">{say(allowed ? 'company.why.allowed' : 'company.why.denied')}</p>
      <ul>
        {reasons.map((reason) => (
          <li key={JSON.stringify(reason)}>{reasonText(reason)}</li>
        ))}
        {conflicts.map((id) => (
          <li key={id}>{say('company.why.conflict', { name: nameOf(id) })}</li>
        ))}
        {reasons.length === 0 && conflicts.length === 0 && <li>{say('company.why.nobody')}</li>}
      </ul>
    </div>
  );
}
