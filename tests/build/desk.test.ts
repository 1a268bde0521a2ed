/** The desk is of development alone: nothing of it, and nothing of its editor, is in a build. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ACT_WORDS, EDIT_WORDS, WORDS } from '../../src/desk/frame/deskWords.ts';
import { DRAFT_QUERY, TOKEN_HEADER } from '../../src/desk/server/addresses.ts';
import { BUILDS } from '../helpers/builds.ts';
import { site } from '../helpers/dist.ts';

const MARKS = [
  ...['/_desk', 'data-open=', '__open-in-editor', 'source-text', 'cm-editor', TOKEN_HEADER, 'deskState', DRAFT_QUERY],
  ...[ACT_WORDS.aboutReviewed, EDIT_WORDS.saveAlong, WORDS.notOpened],
];

it.each(Object.keys(BUILDS) as (keyof typeof BUILDS)[])(
  'has no page, no style and no word in the %s build',
  (build) => {
    const { dir, files } = site(build);
    expect([...files].filter((file) => /desk|(?<!p)review|\.versions|\.translations/i.test(file))).toEqual([]);
    for (const file of [...files].filter((name) => /\.(?:html|js|css|json|txt|xml)$|^_/.test(name))) {
      const text = readFileSync(join(dir, file), 'utf8');
      expect(
        MARKS.filter((mark) => text.includes(mark)),
        file,
      ).toEqual([]);
    }
  },
);
