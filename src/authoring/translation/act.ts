import { spawnSync } from 'node:child_process';
import { CONTENT_DIR } from '../../catalogue/content.ts';
import { type Act, actBy } from './actText.ts';

/** Who works here, by `git config user.name`, and when. */
export function actNow(): Act {
  const { stdout } = spawnSync('git', ['config', 'user.name'], { encoding: 'utf8', cwd: CONTENT_DIR });
  return actBy((stdout ?? '').trim());
}
