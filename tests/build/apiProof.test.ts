/** The page for developers shows what the API answers. */

import { DomUtils } from 'htmlparser2';
import { describe, expect, it } from 'vitest';
import { SERVER_CODES } from '../../src/contract/errors.ts';
import { localize } from '../../src/i18n/urls.ts';
import { makeApiProof } from '../../src/integrations/apiExamples.ts';
import { all, byTag, pageAt, site } from '../helpers/dist.ts';

const built = site();
const proof = await makeApiProof();

describe.each(built.locales)('%s', (locale) => {
  const { document } = pageAt(built, localize('/service/developer', locale));
  const codes = all(document, ({ attribs }) => attribs.class === 'code').map((code) => DomUtils.textContent(code));

  it('has five calls with the answers of the API', () => {
    const { calls } = proof;
    expect(codes).toHaveLength(10);
    calls[locale].forEach(({ path, answer }, index) => {
      expect(codes[2 * index]).toContain(`${path}"`);
      expect(JSON.parse((codes[2 * index + 1] ?? '').replaceAll('…', '"…"'))).toEqual(answer);
    });
    expect(calls[locale].map(({ status }) => status)).toEqual([200, 200, 200, 200, 422]);
  });

  it('names every code of the server', () => {
    const cells = byTag(document, 'td').map((cell) => DomUtils.textContent(cell));
    for (const { code, status } of Object.values(SERVER_CODES)) {
      expect(
        cells.some((text) => text.includes(String(code)) && text.includes(String(status))),
        `${code}`,
      ).toBe(true);
    }
  });
});

it('an answer is in the language of the page', () => {
  expect(JSON.stringify(proof.calls.ja[1])).not.toBe(JSON.stringify(proof.calls['en-US'][1]));
});
