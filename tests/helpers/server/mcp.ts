/** An agent that speaks with the MCP server, by the client of the protocol's SDK. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { MCP_PATH } from '../../../src/contract/mcp.ts';

export interface Agent {
  client: Client;
  /** What a tool answers, and whether it has failed */
  call: (tool: string, given: object) => Promise<{ text: string; failed: boolean }>;
}

/** Connects to the server on a port of this machine. */
export async function agentOn(port: number): Promise<Agent> {
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}${MCP_PATH}`)));
  return {
    client,
    async call(tool, given) {
      const { content, isError } = await client.callTool({ name: tool, arguments: { ...given } });
      const [part] = content as { type: string; text: string }[];
      return { text: part?.text ?? '', failed: isError === true };
    },
  };
}
