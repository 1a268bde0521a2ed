/** /.well-known/security.txt (RFC 9116): where a weakness is reported. There is none without a day on which it expires. */
import type { APIRoute } from 'astro';
import { securityText } from '../../authoring/pages/securityText.ts';
import { readOperator } from '../../catalogue/operator.ts';
import { settings } from '../../settings.ts';

export const getStaticPaths = () => {
  const text = securityText(readOperator(), settings);
  return text === null ? [] : [{ params: { file: 'security' }, props: { text } }];
};

export const GET: APIRoute<{ text: string }> = ({ props }) =>
  new Response(props.text, { headers: { 'Content-Type': 'text/plain; charset=utf-8' } });
