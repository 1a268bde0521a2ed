import { useStore } from '@nanostores/react';
import { FILE_TYPES } from '../../contract/files.ts';
import { filesAt } from '../../forms/applicationSteps.ts';
import { MOST_LICENSE_FILES } from '../../forms/entries.ts';
import { $underWay, removeLicenseFile, sendLicenseFile } from '../../stores/licenseFiles.ts';
import { Group } from '../formControls/controls.tsx';
import { Files } from '../formControls/Files.tsx';
import { idOf, useAnswers, useApplication } from './context.ts';

/** Files of the license. */
export function FilesField() {
  const { say, service, lang } = useApplication();
  const sent = filesAt(useAnswers());
  const underWay = useStore($underWay);
  return (
    <Group
      name="licence.files"
      label={say('account.files')}
      hint={say('account.files.hint', { most: MOST_LICENSE_FILES })}
      optional
    >
      <Files
        id={idOf('licence.files')}
        sent={sent}
        underWay={underWay}
        lang={lang}
        most={MOST_LICENSE_FILES}
        types={FILE_TYPES}
        words={{
          choose: say('account.files.choose'),
          remove: say('account.file.remove'),
          again: say('account.file.again'),
          type: say('account.files.type'),
          size: say('account.file.size'),
          failed: say('account.file.failed'),
          error: say('form.errorPrefix'),
          sending: (name) => say('account.file.sending', { name }),
          sent: (count) => say('account.files.sent', { count }),
        }}
        add={(file) => void sendLicenseFile(file, service)}
        again={({ file, id }) => void sendLicenseFile(file, service, id)}
        remove={removeLicenseFile}
      />
    </Group>
  );
}
