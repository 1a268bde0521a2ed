/** Calls for whole files. */
import { z } from 'zod';
import { call } from './call.ts';
import { readContent, saveContent } from './files.ts';

const fileText = z.strictObject({ file: z.string(), text: z.string(), digest: z.string() });

export const fileCalls = {
  readFile: call(z.strictObject({ file: z.string() }), ({ file }) => readContent(file)),
  /** Undo is one of these, with the text before a save. */
  saveFile: call(fileText, (input) => saveContent(input)),
};
