/**
 * Leaves those terms in the glossary that contain what is typed. A plain island (components/plain) without React: the
 * list itself is the index, so nothing is requested.
 */
import type { CompiledMessage } from 'icu-minify/format';
import { formatMessage } from '../../i18n/format.ts';
import type { Locale } from '../../i18n/locales.ts';
import { foldedKana, holds } from './foldedKana.ts';

interface Props {
  /** Passed by components/plain/client.ts */
  element?: HTMLElement;
  locale: Locale;
  words: Record<'glossary.found', CompiledMessage>;
}

export default function GlossaryFilter({ element, locale, words }: Props): void {
  const glossary = element?.closest<HTMLElement>('.glossary');
  const input = glossary?.querySelector('input');
  const status = glossary?.querySelector('[role="status"]');
  const none = glossary?.querySelector<HTMLElement>('.glossary-none');
  if (!glossary || !input || !status || !none) return;
  const entries = [...glossary.querySelectorAll<HTMLElement>('dl > div')].map((item) => ({
    item,
    text: foldedKana([...item.querySelectorAll('dt, dt + dd')].map((part) => part.textContent).join('\n')),
  }));
  const groups = [...glossary.querySelectorAll<HTMLElement>('.glossary-group')].map((group) => ({
    group,
    jump: glossary.querySelector<HTMLElement>(`nav li:has([href="#${group.id}"])`),
  }));
  const filter = () => {
    const query = input.value.trim();
    let count = 0;
    for (const { item, text } of entries) {
      item.hidden = !holds(text, query);
      if (!item.hidden) count += 1;
    }
    for (const { group, jump } of groups) {
      group.hidden = !group.querySelector('dl > :not([hidden])');
      if (jump) jump.hidden = group.hidden;
    }
    none.hidden = count > 0;
    status.textContent = formatMessage(words['glossary.found'], locale, { count });
    glossary.toggleAttribute('data-filtered', query !== '');
  };
  input.addEventListener('input', filter);
  /** What a hash names. On small screens its group may be folded. */
  const reach = (hash: string) => {
    const entry = document.getElementById(decodeURIComponent(hash.slice(1)));
    entry?.closest('.glossary-group')?.querySelector('details')?.setAttribute('open', '');
    return entry;
  };
  reach(location.hash);
  // From here on the fold alone says what is shown: before, the style shows the group that the address names.
  glossary.dataset.live = '';
  // A related term may be one that the filter hides. The browser's own scrolling ends when the list grows.
  glossary.addEventListener('click', ({ target, ctrlKey, metaKey, shiftKey }) => {
    const link = target instanceof Element ? target.closest('a') : null;
    const entry = link && reach(link.hash);
    if (!entry?.hidden || ctrlKey || metaKey || shiftKey) return;
    input.value = '';
    filter();
    requestAnimationFrame(() => entry.scrollIntoView());
  });
  // Browsers fill the field again when the visitor comes back.
  if (input.value) filter();
}
GlossaryFilter.plain = true;
