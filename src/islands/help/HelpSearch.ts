/**
 * Leaves those articles in the list that match what is typed. A plain island (components/plain) without React: the
 * list itself is the index, so nothing is requested.
 */
import type { CompiledMessage } from 'icu-minify/format';
import { formatMessage } from '../../i18n/format.ts';
import type { Locale } from '../../i18n/locales.ts';
import { matching } from './searchMatches.ts';

interface Props {
  /** Passed by components/plain/client.ts */
  element?: HTMLElement;
  locale: Locale;
  words: Record<'help.found', CompiledMessage>;
}

export default function HelpSearch({ element, locale, words }: Props): void {
  const help = element?.closest<HTMLElement>('.help');
  const input = help?.querySelector('input');
  const status = help?.querySelector('[role="status"]');
  if (!help || !input || !status) return;
  const topics = [...help.querySelectorAll<HTMLElement>('.help-topic')];
  const entries = topics.flatMap((topic) =>
    [...topic.querySelectorAll('li')].map((item) => ({
      item,
      text: `${topic.querySelector('h3')?.textContent} ${item.textContent}`,
    })),
  );
  const texts = entries.map(({ text }) => text);
  const search = () => {
    const query = input.value.trim();
    const shown = matching(query, texts);
    for (const [index, { item }] of entries.entries()) item.hidden = !shown[index];
    for (const topic of topics) topic.hidden = !topic.querySelector('li:not([hidden])');
    help.toggleAttribute('data-searching', query !== '');
    const count = shown.filter(Boolean).length;
    status.textContent = query ? formatMessage(words['help.found'], locale, { count }) : '';
  };
  input.addEventListener('input', search);
  // Browsers fill the field again when the visitor comes back.
  if (input.value) search();
}
HelpSearch.plain = true;
