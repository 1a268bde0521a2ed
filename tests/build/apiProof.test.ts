/** The pages for developers show what the API answers, and the programs that the tests run. */
import { readdirSync, readFileSync } from 'node:fs';
import { DomUtils } from 'htmlparser2';
import { describe, expect, it } from 'vitest';
import { PROGRAMS } from '../../src/authoring/components.ts';
import { callsOf } from '../../src/components/reference/document.ts';
import { targetOf } from '../../src/components/reference/examples.ts';
import { PARTNER_ROOT } from '../../src/contract/partner.ts';
import { localize } from '../../src/i18n/urls.ts';
import { makeApiProof } from '../../src/integrations/apiExamples.ts';
import { all, byTag, pageAt, site } from '../helpers/dist.ts';

const built = site();
const proof = await makeApiProof();

describe.each(built.locales)('%s', (locale) => {
  const { document } = pageAt(built, localize('/service/developer', locale));
  const changes = pageAt(built, localize('/service/developer/changes', locale)).document;
  const textsIn = (name: string, shown = document) =>
    all(shown, ({ attribs }) => attribs.class === name)
      .flatMap((part) => byTag(part, 'pre'))
      .map((code) => DomUtils.textContent(code));
  const codes = textsIn('api-calls');

  it('has five calls with the answers of the API', () => {
    const { calls } = proof;
    expect(codes).toHaveLength(10);
    calls[locale].forEach(({ path, answer }, index) => {
      expect(codes[2 * index]).toContain(`${path}"`);
      expect(JSON.parse((codes[2 * index + 1] ?? '').replaceAll('…', '"…"'))).toEqual(answer);
    });
    expect(calls[locale].map(({ status }) => status)).toEqual([200, 200, 200, 200, 422]);
  });

  it('has every program as it is run by tests', () => {
    const files = Object.values(PROGRAMS).flatMap((languages) => Object.values(languages).flat());
    const texts = files.map((file) => readFileSync(`src/examples/${file}`, 'utf8').trimEnd());
    expect([...textsIn('program'), ...textsIn('program', changes)].sort()).toEqual(texts.sort());
    expect(readdirSync('src/examples').sort()).toEqual(files.sort());
  });

  it('offers every partner call in the console', () => {
    const options = byTag(document, 'option').map(({ attribs }) => `${attribs['data-method']} ${attribs['data-path']}`);
    const calls = callsOf(proof.documents.partner);
    expect(calls.length).toBeGreaterThan(0);
    expect(options).toEqual(calls.map((call) => `${call.method} ${targetOf(call).slice(PARTNER_ROOT.length)}`));
  });
});

it('an answer is in the language of the page', () => {
  expect(JSON.stringify(proof.calls.ja[1])).not.toBe(JSON.stringify(proof.calls['en-US'][1]));
});
