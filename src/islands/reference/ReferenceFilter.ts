/**
 * Leaves those calls in the reference whose path, summary or fields contain what is typed, and keeps the query in the
 * address. Opens the call that a link leads to. A plain island (components/plain/) without React: the page itself is
 * the index, so nothing is requested.
 */
import type { CompiledMessage } from 'icu-minify/format';
import { formatMessage } from '../../i18n/format.ts';
import type { Locale } from '../../i18n/locales.ts';
import { foldedKana, holds } from '../glossary/foldedKana.ts';

interface Props {
  /** Passed by components/plain/client.ts */
  element?: HTMLElement;
  locale: Locale;
  words: Record<'reference.found', CompiledMessage>;
}

/** In the address */
const QUERY = 'q';

export default function ReferenceFilter({ element, locale, words }: Props): void {
  const reference = element?.closest<HTMLElement>('.reference');
  const input = reference?.querySelector('input');
  const status = reference?.querySelector('[role="status"]');
  if (!reference || !input || !status) return;
  const all = <E extends HTMLElement>(selector: string) => [...reference.querySelectorAll<E>(selector)];
  const calls = all<HTMLDetailsElement>('.call').map((call) => ({
    call,
    jump: reference.querySelector<HTMLElement>(`nav li li:has([href="#${call.id}"])`),
    text: foldedKana(
      [call.id, ...[...call.querySelectorAll('h4, .call-about, .field')].map(({ textContent }) => textContent)].join(
        '\n',
      ),
    ),
  }));
  // What holds calls, or links to them: empty, it is hidden.
  const holders = [
    ...all('.reference-part, .reference-group').map((holder) => ({ holder, of: '.call' })),
    ...all('nav details').map((holder) => ({ holder, of: 'li' })),
  ];

  const filter = () => {
    const query = input.value.trim();
    let count = 0;
    for (const { call, jump, text } of calls) {
      call.hidden = !holds(text, query);
      if (jump) jump.hidden = call.hidden;
      if (!call.hidden) count += 1;
    }
    reference.toggleAttribute('data-searching', query !== '');
    for (const { holder, of } of holders) holder.hidden = !holder.querySelector(`${of}:not([hidden])`);
    status.textContent = query ? formatMessage(words['reference.found'], locale, { count }) : '';
  };
  const open = () => {
    const call = calls.find((item) => `#${item.call.id}` === location.hash)?.call;
    if (!call) return;
    // On phones, the list of calls lies over them.
    reference.querySelector<HTMLElement>(':popover-open')?.hidePopover();
    if (call.hidden) {
      input.value = '';
      remember();
      filter();
    }
    call.open = true;
    call.scrollIntoView();
  };
  const remember = () => {
    const url = new URL(location.href);
    const query = input.value.trim();
    if (query) url.searchParams.set(QUERY, query);
    else url.searchParams.delete(QUERY);
    history.replaceState(history.state, '', url);
  };

  input.addEventListener('input', () => {
    filter();
    remember();
  });
  addEventListener('hashchange', open);
  input.value = new URLSearchParams(location.search).get(QUERY) ?? input.value;
  if (input.value) filter();
  open();
}
ReferenceFilter.plain = true;
