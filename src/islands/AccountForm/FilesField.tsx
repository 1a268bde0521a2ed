import { useStore } from '@nanostores/react';
import { FILE_TYPES } from '../../contract/files.ts';
import { filesAt } from '../../forms/applicationSteps.ts';
import { MOST_LICENCE_FILES } from '../../forms/entries.ts';
import { $underWay, removeLicenceFile, sendLicenceFile } from '../../stores/licenceFiles.ts';
import { Files } from '../Files.tsx';
import { idOf, useAccount, useAnswers } from './context.ts';
import { Group } from './controls.tsx';

/** Files of the licence. */
export function FilesField() {
  const { say, service, lang } = useAccount();
  const sent = filesAt(useAnswers());
  const underWay = useStore($underWay);
  return (
    <Group
      name="licence.files"
      label={say('account.files')}
      hint={say('account.files.hint', { most: MOST_LICENCE_FILES })}
      optional
    >
      <Files
        id={idOf('licence.files')}
        {...{ sent, underWay, lang }}
        most={MOST_LICENCE_FILES}
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
        add={(file) => void sendLicenceFile(file, service)}
        again={({ file, id }) => void sendLicenceFile(file, service, id)}
        remove={removeLicenceFile}
      />
    </Group>
  );
}
