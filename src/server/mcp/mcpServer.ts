/** One message of an agent and its answer, by the SDK of the protocol. Only this file loads it. */
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import { COMPANY } from '../../site.ts';
import { OUTAGE_RETRY_S } from '../answers.ts';
import { isOutage } from '../db/errors.ts';
import { describeError, type Log } from '../log.ts';
import { type Tool, ToolFault } from './tool.ts';

/** Of the tools: it changes when a tool takes or answers something else. */
const VERSION = '1.0.0';
const INSTRUCTIONS =
  `What ${COMPANY} publishes: pages, lessons, help and glossary in five languages, official series and exchange hours, and ` +
  'the reference of its API. All tools only read. Search in the language of the question, read the page, and cite the source ' +
  'that each answer names; state the day and the publisher of figures. It is no investment advice.';

/** For forms that a server shows, of which this one has none; otherwise each message would get a validator of its own. */
const jsonSchemaValidator = new AjvJsonSchemaValidator();

interface Answering {
  tools: readonly Tool[];
  /** Origin of the site */
  site: string;
  log: Log;
  requestId: string;
}

/** The answer to a message, which has been read from the request. */
export async function answerMessage(request: Request, message: object, answering: Answering): Promise<Response> {
  // Both are of one message, as the SDK demands where there are no sessions.
  const server = new McpServer(
    { name: COMPANY.toLowerCase(), title: COMPANY, version: VERSION, websiteUrl: answering.site },
    { instructions: INSTRUCTIONS, jsonSchemaValidator },
  );
  for (const tool of answering.tools) {
    const { name, title, description, input } = tool;
    const annotations = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
    server.registerTool(name, { title, description, inputSchema: input, annotations }, (given) =>
      resultOf(tool, given, answering),
    );
  }
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    return await transport.handleRequest(request, { parsedBody: message });
  } finally {
    await server.close();
  }
}

/** What a tool answers, or why it does not. Errors of the server are logged, and told without their words. */
async function resultOf(tool: Tool, given: unknown, { log, requestId }: Answering): Promise<CallToolResult> {
  try {
    const answer = await tool.answer(given as never);
    return textOf(typeof answer === 'string' ? answer : JSON.stringify(answer));
  } catch (error) {
    if (error instanceof ToolFault) return { ...textOf(error.message), isError: true };
    log({ level: 'error', event: 'failure', requestId, ...describeError(error) });
    const advice = isOutage(error) ? `Ask again in ${OUTAGE_RETRY_S} seconds` : 'Ask again later';
    return {
      ...textOf(`The server failed. ${advice}; if it fails again, tell us the id ${requestId}.`),
      isError: true,
    };
  }
}

const textOf = (text: string): CallToolResult => ({ content: [{ type: 'text', text }] });
