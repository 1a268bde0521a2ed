/** The calls of the desk. The middleware of integrations/devDesk.ts has judged the request already. */
import type { APIRoute } from 'astro';
import { answerCall } from './callTable.ts';

export const prerender = false;

export const POST: APIRoute = async ({ params, request }) => {
  const body: unknown = await request.json().catch(() => undefined);
  const { status, data } = await answerCall(params.name ?? '', body);
  return new Response(JSON.stringify(data ?? null), { status, headers: { 'Content-Type': 'application/json' } });
};
