/** The desk is of development alone: nothing of it, and nothing of its editor, is in a build. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { EDIT_WORDS } from '../../src/desk/client/words.ts';
import { BUILDS } from '../helpers/builds.ts';

it('no file is of the desk', () => {
  const files = readdirSync(BUILDS.site, { recursive: true, encoding: 'utf8' });
  expect(files.filter((file) => /(?:^|\/)_?desk(?:\/|\.|$)/.test(file))).toEqual([]);
  const marks = ['/_desk', 'cm-editor', 'desk-token', 'deskShowsDrafts', 'desk-draft', EDIT_WORDS.saveAlong];
  const found = files
    .filter((file) => /\.(?:html|js|css|json|txt|xml)$/.test(file) || /^_(?:headers|redirects)$/.test(file))
    .flatMap((file) => {
      const text = readFileSync(join(BUILDS.site, file), 'utf8');
      return marks.filter((mark) => text.includes(mark)).map((mark) => `${file}: ${mark}`);
    });
  expect(found).toEqual([]);
});
