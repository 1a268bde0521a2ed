/** The reference of the API holds every call of its documents, in each language. */
import { describe, expect, it } from 'vitest';
import { API_ADDRESS } from '../../src/components/mdx/reference/apiBase.ts';
import { callsOf } from '../../src/components/reference/document.ts';
import { curlOf } from '../../src/components/reference/examples.ts';
import { accessOf } from '../../src/components/reference/groups.ts';
import { CODES, SERVER_CODES, USER_CODES } from '../../src/contract/errors.ts';
import { LOCALES } from '../../src/i18n/locales.ts';
import { translator } from '../../src/i18n/messages.ts';
import { localize } from '../../src/i18n/urls.ts';
import { makeApiProof } from '../../src/integrations/apiExamples.ts';
import { all, byId, byTag, type Element, pageAt, site, textOf } from '../helpers/dist.ts';

const built = site();
const { documents } = await makeApiProof();
const calls = Object.values(documents).flatMap(callsOf);
const hasClass = (name: string) => (element: Element) => (element.attribs.class ?? '').split(' ').includes(name);

it('has an anchor of its own for each call', () => {
  expect(new Set(calls.map(({ id }) => id)).size).toBe(calls.length);
});

describe.each(built.locales)('%s', (locale) => {
  const { document } = pageAt(built, localize('/service/developer/reference', locale));
  const t = translator(locale);
  const shown = all(document, hasClass('call'));
  const [reference] = all(document, hasClass('reference'));
  const contents = byTag(reference as Element, 'nav');

  it('has every call once, and a link to it', () => {
    expect(shown.map(({ attribs }) => attribs.id).sort()).toEqual(calls.map(({ id }) => id).sort());
    const jumps = contents.flatMap((nav) => byTag(nav, 'a')).map(({ attribs }) => attribs.href);
    expect(jumps.filter((href) => href !== '#error-codes').sort()).toEqual(calls.map(({ id }) => `#${id}`).sort());
  });

  it('says of each what it is, who may call it, what it may refuse, and shows a request', () => {
    for (const call of calls) {
      const element = byId(document, call.id) as Element;
      expect(
        byTag(element, 'h4').map((heading) => textOf(heading)),
        call.id,
      ).toEqual([`${call.method} ${call.path}`]);
      const [about] = all(element, hasClass('call-about'));
      expect(textOf(about as Element)).toBe(call.summary.replaceAll(/\s+/g, ' '));
      expect(about?.attribs.lang, call.id).toBe(LOCALES[locale].lang.startsWith('en') ? undefined : 'en');
      expect(textOf(all(element, hasClass('call-access'))[0] as Element)).toBe(
        [t(accessOf(call)), call.description].filter(Boolean).join(' '),
      );
      const [request] = all(element, hasClass('code'));
      expect(textOf(request as Element)).toBe(curlOf(call, API_ADDRESS).replaceAll(/\s+/g, ' '));
      const errors = byTag(element, 'a').map(({ attribs }) => attribs.href);
      expect(errors).toEqual(call.codes.map((code) => `#code-${code}`));
      for (const href of errors) expect(byId(document, (href ?? '').slice(1)), href).toBeDefined();
    }
  });

  it('has every code in the catalogue, with its status', () => {
    for (const code of Object.keys(CODES)) expect(textOf(byId(document, `code-${code}`) as Element)).toBe(code);
    for (const { code, status } of Object.values({ ...SERVER_CODES, ...USER_CODES })) {
      const row = byId(document, `code-${code}`)?.parent?.parent as Element;
      expect(textOf(row), `${code}`).toContain(String(status));
    }
  });
});
