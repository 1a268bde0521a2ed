/** A publisher of rates on this machine: files in the format of the ECB that change, answers 304, and counts. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type SeriesRow, seriesRows } from '../../../src/catalogue/officialSeries.ts';
import { hashOf } from '../../../src/server/answers.ts';
import { createFetcher, type Fetcher } from '../../../src/server/feeds/fetch.ts';

/** Rates by day and currency: { '2026-11-20': { USD: '1.0850' } }. */
export type Days = Record<string, Record<string, string>>;

export interface Publisher {
  /** What the newest and the longer file hold; a text stands for any other answer, a number for its status. */
  newest: Days | string | number;
  history: Days | string | number;
  /** The paths that were asked for, with '304' where nothing had changed */
  asked: string[];
  /** Series of the ECB with this publisher's addresses */
  rows: SeriesRow[];
  fetcher: Fetcher;
  stop(): Promise<void>;
}

export function ecbFile(days: Days): string {
  const cubes = Object.entries(days).map(([day, rates]) => {
    const each = Object.entries(rates).map(([currency, rate]) => `<Cube currency='${currency}' rate='${rate}'/>`);
    return `<Cube time='${day}'>${each.join('')}</Cube>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
  <gesmes:subject>Reference rates</gesmes:subject>
  <Cube>${cubes.join('\n')}</Cube>
</gesmes:Envelope>`;
}

/** The series of content/series.yml with these ids. */
export const rowsOf = (...ids: string[]): SeriesRow[] =>
  ids.map((id) => {
    const row = seriesRows().find((one) => one.id === id);
    if (!row) throw new Error(`content/series.yml has no series ${id}`);
    return row;
  });

export async function startPublisher(): Promise<Publisher> {
  const asked: string[] = [];
  const server = createServer(({ url = '', headers }, response) => {
    const file = url === '/newest.xml' ? publisher.newest : publisher.history;
    if (typeof file === 'number') {
      asked.push(url);
      response.writeHead(file).end();
      return;
    }
    const body = typeof file === 'string' ? file : ecbFile(file);
    const etag = `"${hashOf(Buffer.from(body))}"`;
    const isKnown = headers['if-none-match'] === etag;
    asked.push(isKnown ? `${url} 304` : url);
    if (isKnown) response.writeHead(304, { ETag: etag }).end();
    else response.writeHead(200, { ETag: etag, 'Content-Type': 'text/xml' }).end(body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const publisher: Publisher = {
    newest: {},
    history: {},
    asked,
    rows: rowsOf('ecb-eur-usd', 'ecb-eur-jpy', 'ecb-eur-gbp').map((row) => ({
      ...row,
      address: `${origin}/newest.xml`,
      history: `${origin}/history.xml`,
    })),
    fetcher: createFetcher({
      limits: { bytes: 1e6, ms: 5_000, redirects: 1 },
      userAgent: 'test',
      allowPrivate: true,
    }),
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
  return publisher;
}
