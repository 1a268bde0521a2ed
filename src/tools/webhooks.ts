/**
 * npm run webhooks -- keys      the public keys that are published for webhooks: the one that signs, the one before
 * npm run webhooks -- rotate    signs with a new key from now on
 *
 * They find the database as `npm run users` does.
 */
import * as v from 'valibot';
import { type WebhooksRequest, webhooksRequest } from '../server/webhooks/operator.ts';
import { type Administer, parsed, runTool } from './records.ts';

const USAGE = 'Say what to do: npm run webhooks -- keys or rotate.';

if (import.meta.main) await runTool(operate);

/** Runs a command; returns the lines to print. Throws errors that may be shown. */
export async function operate(args: readonly string[], administer: Administer<WebhooksRequest>): Promise<string[]> {
  const { positionals } = parsed(args, USAGE, {});
  const [action, ...rest] = positionals;
  const request = v.safeParse(webhooksRequest, { tool: 'webhooks', action });
  if (!request.success || rest.length > 0) throw new Error(USAGE);
  return administer(request.output);
}
