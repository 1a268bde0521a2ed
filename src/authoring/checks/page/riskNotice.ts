import { byCommand } from '../../../catalogue/problem.ts';
import { DEFAULT_LOCALE } from '../../../i18n/locales.ts';
import { lookUp } from '../../../lookUp.ts';
import { attributeOf, isElement, isInLocal, lineOfNode } from '../../reading/mdx.ts';
import { isDraft } from '../../translation/translations.ts';
import { shortened } from '../../translation/whole.ts';
import type { Rule } from '../rule.ts';
import { isStrict } from '../translation/parity.ts';

const REQUIRED = ['high-risk', 'private-assets', 'risk-information', 'risk-service', 'risk-trading'];

/** Lessons have a Risks block. Pages on a high-risk product have the high-risk notice once, the others have none. */
export const riskNotice: Rule = {
  name: 'risk notice',
  checks: (known) => ({
    page(page, report) {
      const { bodyLine, locale, nodes, name, raw, route, syntaxFaults } = page;
      for (const { line, what, source } of locale === DEFAULT_LOCALE && isStrict(name) ? shortened(page, known) : []) {
        const remedy = byCommand('bring it back; if it is meant: ', 'accept', name);
        report(line, what, `${source}, as in the text that the translations were made from`, remedy);
      }
      const elements = nodes.map(({ node }) => node).filter(isElement);
      if (
        route?.kind === 'lesson' &&
        syntaxFaults.length === 0 &&
        !elements.some((element) => element.name === 'Risks')
      ) {
        const lastLine = raw.trimEnd().split('\n').length;
        const expected = '<Risks> around a list of them';
        report(lastLine, 'a lesson without its risks', expected, 'add a section with <Risks>');
      }
      const notices = nodes.filter(({ node }) => isElement(node) && node.name === 'HighRisk');
      const needsNotice = route?.risk !== undefined;
      if (needsNotice && notices.length === 0 && syntaxFaults.length === 0) {
        const expected = '<HighRisk /> once, at the top of what it concerns';
        report(bodyLine, `${route.path} has no high-risk notice`, expected, 'add <HighRisk />');
      }
      for (const { node } of notices.filter(({ around }) => isInLocal(around))) {
        report(
          lineOfNode(node),
          'a high-risk notice inside <Local>',
          'the notice for all readers',
          'move it out of <Local>',
        );
      }
      for (const { node } of notices.slice(needsNotice ? 1 : 0)) {
        const what = needsNotice ? 'a second high-risk notice' : 'a high-risk notice on a page that needs none';
        report(lineOfNode(node), what, '<HighRisk /> once where routes.ts has a risk', 'remove this <HighRisk />');
      }
      if (!route || !name.startsWith('pages/') || needsNotice) return;
      for (const element of elements.filter((element) => element.name === 'Term')) {
        const id = attributeOf(element, 'id') ?? '';
        if (lookUp(known.glossary, id)?.risk !== 'high') continue;
        report(
          lineOfNode(element),
          `‘${id}’ is a high-risk product, and ${route.path} shows no high-risk notice`,
          "risk: 'brief' in the page's row of src/routes.ts",
          'ask a developer for it, or leave the term unmarked',
        );
      }
    },
    folder(reportIn) {
      const { dir, originals, translations } = known;
      for (const name of REQUIRED.map((name) => `notices/${name}`)) {
        const report = reportIn(`${DEFAULT_LOCALE}/${name}.mdx`);
        if (!originals.has(name)) {
          report(1, 'a risk notice is missing', REQUIRED.join(', '), 'bring the file back');
        } else if (isDraft(DEFAULT_LOCALE, name, dir)) {
          report(
            1,
            'a risk notice is a draft, which no page shows',
            'the finished notice',
            'remove the line draft: true',
          );
        }
      }
      for (const { locale, page, state } of translations()) {
        if (page !== 'notices/high-risk' || (state !== 'missing' && state !== 'draft')) continue;
        const isDrafted = state === 'draft';
        const what = `the high-risk notice is ${isDrafted ? 'a draft, which no page shows' : 'missing'}`;
        const remedy = isDrafted
          ? byCommand('', 'done', `${page} ${locale}`)
          : byCommand('', 'new', `${locale} ${page}`);
        reportIn(`${locale}/${page}.mdx`)(1, what, 'the notice in every locale', remedy);
      }
    },
  }),
};
