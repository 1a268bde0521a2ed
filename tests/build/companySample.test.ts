/** The pages on the management system and the API show parts of the product as they are, as HTML. */
import { describe, expect, it } from 'vitest';
import { COUNTS } from '../../src/authoring/figures/counts.ts';
import { permissionGroups, permissionOf } from '../../src/catalogue/permissions.ts';
import { LAYER_WORDS } from '../../src/components/mdx/reference/layerWords.ts';
import { SIGNATURE } from '../../src/contract/partner.ts';
import { formatNumber } from '../../src/i18n/format.ts';
import { translator } from '../../src/i18n/messages.ts';
import { localize } from '../../src/i18n/urls.ts';
import { makeApiProof } from '../../src/integrations/apiExamples.ts';
import { makeCompanySample } from '../../src/integrations/companySample.ts';
import { all, byTag, type Element, pageAt, site, textOf } from '../helpers/dist.ts';

const built = site();
const sample = makeCompanySample();
const proof = await makeApiProof();

describe.each(built.locales)('%s', (locale) => {
  const t = translator(locale);
  const { departments, members, audit, keys, check } = sample[locale];
  const { document } = pageAt(built, localize('/info/manageSystem', locale));
  const figureOf = (name: string): Element => {
    const [found] = all(document, ({ attribs }) => attribs.class === `figure figure-${name}`);
    if (!found) throw new Error(`No figure ${name}`);
    return found;
  };
  const sampleIn = (name: string): Element => {
    const [found] = all(figureOf(name), ({ attribs }) => 'inert' in attribs);
    if (!found) throw new Error(`Nothing inert in the figure ${name}`);
    return found;
  };

  it('the example is in the page as inert HTML without a script, and in words', () => {
    for (const name of ['departmentTree', 'permissionsDenied', 'permissionsConflict', 'auditTrail']) {
      const shown = sampleIn(name);
      for (const tag of ['astro-island', 'script', 'img', 'svg', 'a']) expect(byTag(shown, tag), name).toEqual([]);
      expect(textOf(shown).length, name).toBeGreaterThan(20);
      expect(textOf(byTag(figureOf(name), 'details').at(-1)).length, name).toBeGreaterThan(20);
    }
  });

  it('shows the tree, every decision with its reasons, and every entry of the audit', () => {
    const tree = sampleIn('departmentTree');
    for (const { name, members: count } of departments) {
      expect(textOf(tree)).toContain(name);
      expect(textOf(tree)).toContain(t('company.memberCount', { count }));
    }
    expect(byTag(tree, 'ul').length).toBe(1 + new Set(departments.flatMap(({ parent }) => parent ?? [])).size);
    const shown = { permissionsDenied: members.trainee, permissionsConflict: members.dealer };
    for (const [name, { decisions }] of Object.entries(shown)) {
      const whys = all(sampleIn(name), ({ attribs }) => attribs.class === 'company-why');
      expect(whys.map(({ attribs }) => attribs['data-allowed'])).toEqual(decisions.map(({ allowed }) => `${allowed}`));
      expect(whys.map((why) => byTag(why, 'li').length)).toEqual(
        decisions.map(({ reasons, conflicts }) => reasons.length + conflicts.length),
      );
      for (const { permission } of decisions)
        expect(textOf(sampleIn(name))).toContain(permissionOf(permission)?.names[locale]);
    }
    const times = byTag(sampleIn('auditTrail'), 'time');
    expect(times.map(({ attribs }) => attribs.datetime)).toEqual(audit.map(({ at }) => at));
    for (const time of times) expect(textOf(time)).toMatch(/UTC$/);
  });

  it('the page on the API shows the keys, inert', () => {
    const page = pageAt(built, localize('/info/aPIinfo', locale)).document;
    const [figure] = all(page, ({ attribs }) => attribs.class === 'figure figure-companyKeys');
    const [shown] = figure ? all(figure, ({ attribs }) => 'inert' in attribs) : [];
    expect(shown && byTag(shown, 'astro-island', 'script', 'a')).toEqual([]);
    for (const { name, id, scopes, networks } of keys)
      for (const words of [name, id, ...scopes, ...networks]) expect(textOf(shown)).toContain(words);
  });

  it('states how many permissions there are, as the catalogue has them', () => {
    const text = textOf(byTag(document, 'main')[0]);
    for (const name of ['permissions', 'permissionGroups', 'fingerPermissions', 'exclusions'] as const)
      expect(text, name).toContain(formatNumber(COUNTS[name](), locale));
    const tables = byTag(document, 'tbody').map((body) => byTag(body, 'tr').length);
    expect(tables).toContain(permissionGroups().length + 1);
  });

  it('the page on the API has a check of permissions as it is answered', () => {
    const page = pageAt(built, localize('/info/aPIinfo', locale)).document;
    const codes = all(page, ({ attribs }) => attribs.class === 'code').map((code) => JSON.parse(textOf(code)));
    expect(codes).toEqual([check.request, check.answer]);
  });

  it('the page on the API has the seven checks in their order, and every call', () => {
    const page = pageAt(built, localize('/info/aPIinfo', locale)).document;
    const items = byTag(page, 'li').map(textOf);
    const places = LAYER_WORDS.map(({ name, asks, code }) =>
      items.findIndex((item) =>
        [t(name), t(asks, { seconds: SIGNATURE.clockS }), `${code}`].every((words) => item.includes(words)),
      ),
    );
    expect(places).toEqual(places.map((_, index) => (places[0] ?? 0) + index));
    expect(places[0]).toBeGreaterThan(-1);
    const linked = byTag(page, 'a').map(({ attribs }) => attribs.href);
    const reference = localize('/service/developer/reference', locale);
    const ids = Object.values(proof.documents.partner.paths).flatMap((methods) =>
      Object.values(methods).map((call) => (call as { operationId: string }).operationId),
    );
    expect(ids.length).toBeGreaterThan(0);
    for (const id of ids)
      expect(
        linked.some((href) => href === `${reference}#${id}`),
        id,
      ).toBe(true);
    const { document: of } = pageAt(built, reference);
    const anchors = new Set(all(of, ({ attribs }) => 'id' in attribs).map(({ attribs }) => attribs.id));
    const leading = linked.filter((href) => href?.startsWith(`${reference}#`)).map((href) => href?.split('#')[1]);
    expect(leading.filter((id) => !anchors.has(id ?? ''))).toEqual([]);
  });
});
