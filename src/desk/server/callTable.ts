/** The calls of the desk. A part of the desk adds its own to the table, by a file of its own. */
import { z } from 'zod';
import { Refusal } from '../../authoring/translation/recordProgress.ts';
import { offerCalls } from '../offers/offerCalls.ts';
import { pageCalls } from '../page/pageCalls.ts';
import { recordCalls } from '../page/recordCalls.ts';
import { remarkCalls } from '../remarks/remarkCalls.ts';
import { sendCalls } from '../send/send.ts';
import { tableCalls } from '../table/tableCalls.ts';
import { folderCalls } from '../texts/folderCalls.ts';
import { defineCall } from './defineCall.ts';
import { Refused, readContent, saveContent } from './files.ts';

const fileText = z.strictObject({ file: z.string(), text: z.string(), digest: z.string() });

const fileCalls = {
  readFile: defineCall(z.strictObject({ file: z.string() }), ({ file }) => readContent(file)),
  /** Undo is one of these, with the text before a save. */
  saveFile: defineCall(fileText, (input) => saveContent(input)),
};

/** Each has the schema of its input and what it does; what it throws as Refused is told to the editor. */
export const CALLS = {
  ...fileCalls,
  ...folderCalls,
  ...pageCalls,
  ...offerCalls,
  ...recordCalls,
  ...remarkCalls,
  ...sendCalls,
  ...tableCalls,
};

export type CallName = keyof typeof CALLS;
export type CallInput<Name extends CallName> = z.input<(typeof CALLS)[Name]['input']>;
export type CallAnswer<Name extends CallName> = Awaited<ReturnType<(typeof CALLS)[Name]['answer']>>;

/** What a call that fails answers. */
export interface CallFault {
  what: string;
  remedy: string;
}

/** Answers a call by its name. */
export async function answerCall(name: string, body: unknown): Promise<{ status: number; data: unknown }> {
  if (!Object.hasOwn(CALLS, name)) return fault(404, `There is no call '${name}'`, 'reload the page');
  const { input, answer } = CALLS[name as CallName] as {
    input: z.ZodType;
    answer: (input: unknown) => unknown;
  };
  const { data, error } = input.safeParse(body);
  if (error) {
    const [issue] = error.issues;
    return fault(400, `${issue?.path.join('.') || 'The input'}: ${issue?.message}`, 'reload the page');
  }
  try {
    return { status: 200, data: await answer(data) };
  } catch (thrown) {
    if (thrown instanceof Refused) return fault(thrown.status, thrown.message, thrown.remedy);
    if (thrown instanceof Refusal) return fault(400, thrown.message, '');
    return fault(500, String((thrown as Error).message ?? thrown), 'see what the server has printed');
  }
}

function fault(status: number, what: string, remedy: string): { status: number; data: CallFault } {
  return { status, data: { what, remedy } };
}
