import { sendForUser } from '../../api/userCalls.ts';
import type { Service } from '../../contract/common.ts';
import { reportCall } from '../../contract/moderation.ts';
import { type Moderated, REPORT_REASONS } from '../../forms/lists.ts';
import type { MessageValues } from '../../i18n/format.ts';
import type { KeysOf } from '../../i18n/messages.ts';
import { SelectField, TextArea } from '../formControls/controls.tsx';
import { SaveForm } from '../profile/parts.tsx';
import type { REPORT_WORDS } from './postWords.ts';

export interface ReportProps {
  kind: Moderated;
  id: string;
  lang: string;
  service: Service;
  loginHref: string;
  say: (key: KeysOf<(typeof REPORT_WORDS)[number]>, values?: MessageValues) => string;
}

export default function ReportForm({ kind, id, lang, service, say, onSent }: ReportProps & { onSent: () => void }) {
  return (
    <SaveForm
      id={`report-${kind}-${id}`}
      start={{ reason: '', words: '' }}
      send={(answers) => sendForUser(reportCall, service, { method: 'post', json: { kind, id, ...answers } })}
      onSaved={onSent}
      action={say('report.send')}
      lang={lang}
      say={say}
    >
      <SelectField
        name="reason"
        label={say('report.reason')}
        empty=""
        options={REPORT_REASONS.map((value) => ({ value, text: say(`report.reason.${value}`) }))}
      />
      <TextArea name="words" label={say('report.words')} rows={3} />
    </SaveForm>
  );
}
