/**
 * npm run questions -- list [--state received] [--topic account]             references, newest first; no words
 * npm run questions -- show REFERENCE                                        question, pictures, answers, audit
 * npm run questions -- answer REFERENCE [--text TEXT | --from FILE]          answers it; without both, reads the text
 *                                                                            that is typed or piped in
 * npm run questions -- close REFERENCE                                       nothing more to answer
 * npm run questions -- assign REFERENCE COMPANY                              its members read and answer it
 * npm run questions -- unassign REFERENCE                                    the company sees it no more
 * npm run questions -- export [--format json] [--state …] [--topic …] [--to FILE]
 * npm run questions -- erase REFERENCE                                       with answers and pictures, for good
 *
 * Each command is recorded in the audit with the name of --by, by default the logged-in user. On Postgres it works
 * on the database; with PGlite it asks the server that holds DATA_DIR, or opens the folder if none does.
 */
import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import * as v from 'valibot';
import { QUESTION_STATES, TOPICS } from '../accounts/lists.ts';
import { lookUp } from '../lookUp.ts';
import { type QuestionsRequest, questionsRequest } from '../server/support/operator.ts';
import { type Administer, exportTo, oneOf, parsed, runTool } from './records.ts';

const USAGE = `Say what to do: npm run questions -- list, show REFERENCE, answer REFERENCE, close REFERENCE, assign REFERENCE COMPANY, unassign REFERENCE, export or erase REFERENCE.
A REFERENCE looks like FQ-0000-0000-0000; a STATE is ${QUESTION_STATES.join(', ')}; a TOPIC is ${TOPICS.join(', ')}; a COMPANY is an id as 'npm run companies -- list' prints it.
Options: --by NAME, --state STATE and --topic TOPIC of list and export, --format csv or json and --to FILE of export, --text TEXT or --from FILE of answer.`;

if (import.meta.main) await runTool((args, administer) => operate(args, administer, () => text(process.stdin)));

/** Runs a command; returns the lines to print. `typed` reads an answer that no option gives. Throws errors to show. */
export async function operate(
  args: readonly string[],
  administer: Administer<QuestionsRequest>,
  typed: () => Promise<string>,
): Promise<string[]> {
  const { positionals, values } = parsed(args, USAGE, {
    topic: { type: 'string' },
    text: { type: 'string' },
    from: { type: 'string' },
  });
  const { to, by, state, topic, format, text: given, from } = values;
  const [action, reference, company] = positionals;
  const words = lookUp(
    { list: 1, show: 2, answer: 2, close: 2, assign: 3, unassign: 2, export: 1, erase: 2 },
    String(action),
  );
  if (words !== positionals.length) throw new Error(USAGE);
  return exportTo(to, async () => {
    const answer = async () => given ?? (from === undefined ? await typed() : await readFile(from, 'utf8'));
    const request = v.safeParse(questionsRequest, {
      tool: 'questions',
      action,
      by,
      state: oneOf('state', state, QUESTION_STATES),
      topic: oneOf('topic', topic, TOPICS),
      format: oneOf('format', format, ['csv', 'json']),
      reference: reference?.toUpperCase(),
      ...(action === 'assign' && { company }),
      ...(action === 'answer' && { text: await answer() }),
    });
    if (!request.success) throw new Error(USAGE);
    return administer(request.output);
  });
}
