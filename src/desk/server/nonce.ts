// cspell:ignore onopentagname
import { Parser } from 'htmlparser2';

/** Gives the scripts and styles of a page a nonce. In attributes and texts, the same letters are words of somebody's. */
export function withNonce(html: string, nonce: string): string {
  const places: number[] = [];
  const parser = new Parser({
    onopentagname: (name) => {
      if (name === 'script' || name === 'style') places.push(parser.startIndex + 1 + name.length);
    },
  });
  parser.end(html);
  const pieces = places.map((place, at) => html.slice(places[at - 1] ?? 0, place));
  return [...pieces, html.slice(places.at(-1) ?? 0)].join(` nonce="${nonce}"`);
}
