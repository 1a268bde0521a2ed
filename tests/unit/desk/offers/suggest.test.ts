/** Suggestions by a machine, asked of a server on this machine that speaks each form. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readSuggester, suggestion } from '../../../../src/desk/offers/suggest.ts';
import { Refused } from '../../../../src/desk/server/files.ts';

const KEY = 'secret-key:fx';
const PIECE = 'The <Term id="spread">spread</Term> is **small**, <Fact id="products" /> of `GET` & [more](/adv).';
const ENGLISH = `## Costs\n\nBefore.\n\n${PIECE}\n\nAfter.`;
const [TERM, BOLD] = ['<g id="1">スプレッド</g>', '<g id="2">小さい</g>'];
const [FACT, CODE, LINK] = ['<x id="3"/>', '<x id="4"/>', '<g id="5">詳細</g>'];
const GOOD = `${FACT}の${CODE}と${LINK}、${BOLD}${TERM}。`;

let server: Server;
let url: string;
let asked: { path: string; authorization: string; body: Record<string, unknown> }[];
let answer: (response: ServerResponse) => void;
beforeAll(async () => {
  server = createServer(async (request: IncomingMessage, response) => {
    const { authorization = '' } = request.headers;
    asked.push({ path: request.url ?? '', authorization, body: JSON.parse(await text(request)) });
    answer(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/translate`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  asked = [];
});

const deepl = (found: string) => ({ translations: [{ detected_source_language: 'EN', text: found }] });
const openai = (found: string) => ({ choices: [{ message: { role: 'assistant', content: `${found}\n` } }] });
const answers = (body: unknown, status = 200, headers = {}) => {
  answer = (response) =>
    response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));
};
const settings = (more: Record<string, string> = {}) =>
  readSuggester({ SUGGESTIONS: 'deepl', SUGGESTIONS_URL: url, SUGGESTIONS_KEY: KEY, ...more });
const ask = (more: Record<string, string> = {}, limits = { ms: 5000, bytes: 10_000 }, piece = PIECE) =>
  suggestion({ locale: 'ja', english: ENGLISH, piece }, settings(more), limits);
const MADE =
  '<Fact id="products" />の`GET`と[詳細](/adv)、<strong>小さい</strong><Term id="spread">スプレッド</Term>。';

describe('a suggestion', () => {
  it('by DeepL is of one piece, and has its tags as written', async () => {
    answers(deepl(GOOD));
    expect(await ask()).toBe(MADE);
    expect(asked).toHaveLength(1);
    const [{ path, authorization, body } = { path: '', authorization: '', body: {} }] = asked;
    expect({ path, authorization }).toEqual({ path: '/translate', authorization: `DeepL-Auth-Key ${KEY}` });
    expect(body).toMatchObject({ source_lang: 'EN', target_lang: 'JA', tag_handling: 'xml' });
    const [sent = ''] = body.text as string[];
    expect(sent.replaceAll(/ equiv-text="[^"]*"/g, '')).toBe(
      'The <g id="1">spread</g> is <g id="2">small</g>, <x id="3"/> of <x id="4"/> &amp; <g id="5">more</g>.',
    );
    for (const [locale, lang] of [
      ['tw', 'ZH-HANT'],
      ['cn', 'ZH-HANS'],
    ] as const) {
      await suggestion({ locale, english: ENGLISH, piece: PIECE }, settings());
      expect(asked.at(-1)?.body.target_lang).toBe(lang);
    }
  });

  it('by a chat names the language, and the piece is no instruction', async () => {
    answers(openai(GOOD));
    expect(await ask({ SUGGESTIONS: 'openai', SUGGESTIONS_MODEL: 'small-1' })).toBe(MADE);
    const { authorization, body } = asked[0] ?? {};
    expect(authorization).toBe(`Bearer ${KEY}`);
    expect(body).toMatchObject({ model: 'small-1', messages: [{ role: 'system' }, { role: 'user' }] });
    const [task, piece] = (body?.messages ?? []) as { content: string }[];
    expect(task?.content).toContain('Japanese');
    expect(piece?.content).toContain('The <g id="1"');
    expect(JSON.stringify(body)).not.toContain('Before.');
    await ask({ SUGGESTIONS: 'openai', SUGGESTIONS_MODEL: 'small-1', SUGGESTIONS_KEY: '' });
    expect(asked[1]?.authorization).toBe('');
  });

  it.each([
    ['a tag that is lost', GOOD.replace(FACT, ''), 'the tag <Fact id="products" /> is lost'],
    ['a tag that stands twice', GOOD + CODE, 'the tag `GET` stands there twice'],
    ['a tag of its own', `${GOOD}<x id="9"/>`, 'the tag 9 is not of the English text'],
    ['another kind of tag', `${GOOD}<script>x</script>`, '<script> is not known'],
    ['a tag around other words', GOOD.replace(FACT, '<g id="3">件</g>'), 'is around other words'],
    ['a tag without its words', GOOD.replace(TERM, '<x id="1"/>'), 'is around other words'],
    ['a tag that is not closed', GOOD.replace('</g>', ''), 'is not'],
    ['words behind all tags', `${GOOD}</a><a>x</a>`, 'closes another one'],
    ['markup in its words', `${GOOD}&lt;Fact id="fee" /&gt;`, 'read as markup'],
    ['an expression in its words', `${GOOD}{x}`, 'read as markup'],
    ['a paragraph more', `${GOOD}\n\nx`, 'read as markup'],
    ['nothing', ' ', 'the translation is empty'],
  ])('with %s is refused', async (_, found, reason) => {
    answers(deepl(found));
    await expect(ask()).rejects.toThrow(reason);
    await expect(ask()).rejects.toThrow(Refused);
  });

  it('is refused of a piece that is no longer there, and nothing is sent', async () => {
    await expect(ask({}, undefined, 'Gone.')).rejects.toThrow('changed meanwhile');
    await expect(suggestion({ locale: 'ja', english: ENGLISH, piece: PIECE }, null)).rejects.toThrow('off');
    expect(asked).toEqual([]);
  });
});

describe('a service that', () => {
  it.each([
    ['leads elsewhere', 307, 'not followed'],
    ['refuses the key', 403, 'refuses the key'],
    ['has had enough', 456, 'takes no more'],
    ['fails', 500, 'status 500'],
  ])('%s is asked once, and the reason has neither key nor words', async (_, status, reason) => {
    answers(`${KEY} said`, status, { Location: `${url}/elsewhere` });
    const { message, remedy } = (await ask().catch((error) => error)) as Refused;
    expect(message).toContain(reason);
    expect(message + remedy).not.toContain('secret');
    expect(asked).toHaveLength(1);
  });

  it('answers late, without end, in another form or not at all is left', async () => {
    answer = () => {};
    await expect(ask({}, { ms: 50, bytes: 1000 })).rejects.toThrow('takes longer than 0.05 s');
    answer = (response) => {
      const more = () => {
        if (response.destroyed) return;
        response.write('x'.repeat(1000));
        setImmediate(more);
      };
      more();
    };
    await expect(ask()).rejects.toThrow('far more than a text');
    for (const body of ['no JSON', '[]', { translations: [] }, openai(GOOD)]) {
      answers(body);
      await expect(ask(), JSON.stringify(body)).rejects.toThrow('in another form');
    }
    answer = (response) => response.destroy();
    await expect(ask()).rejects.toThrow('cannot be reached');
  });
});

describe('the settings', () => {
  it('are off by default, and take a whole address with https or of this machine', () => {
    for (const kind of [undefined, '', ' ', 'off'])
      expect(readSuggester({ SUGGESTIONS: kind, SUGGESTIONS_URL: url, SUGGESTIONS_KEY: KEY })).toBeNull();
    for (const good of ['https://api.deepl.com/v2/translate', 'http://localhost:11434/v1', 'http://[::1]:1/'])
      expect(settings({ SUGGESTIONS_URL: good })?.url.href).toBe(good);
  });

  const WRONG: [wrong: Record<string, string>, reason: string][] = [
    [{ SUGGESTIONS: 'on' }, "no suggestions by 'on'"],
    [{ SUGGESTIONS: 'constructor' }, "no suggestions by 'constructor'"],
    [{ SUGGESTIONS_URL: '' }, 'SUGGESTIONS_URL is no address'],
    [{ SUGGESTIONS_URL: 'api.deepl.com' }, 'SUGGESTIONS_URL is no address'],
    [{ SUGGESTIONS_URL: 'http://api.deepl.com/v2' }, 'SUGGESTIONS_URL is no address'],
    [{ SUGGESTIONS_URL: 'http://127.0.0.1.example.com/' }, 'SUGGESTIONS_URL is no address'],
    [{ SUGGESTIONS_URL: 'file:///etc/passwd' }, 'SUGGESTIONS_URL is no address'],
    [{ SUGGESTIONS_URL: 'https://user:word@api.deepl.com/' }, 'SUGGESTIONS_URL is no address'],
    [{ SUGGESTIONS_KEY: '' }, 'asks for a key'],
    [{ SUGGESTIONS_KEY: 'a\nb' }, 'other signs'],
    [{ SUGGESTIONS: 'openai' }, 'several models'],
  ];
  it.each(WRONG)('%j is refused', (wrong, reason) => {
    expect(() => settings(wrong)).toThrow(reason);
  });
});
