/**
 * Copies the code whose button is pressed, and has the language that is chosen for one code chosen for all of the page.
 * A plain island (components/plain/) for what it stands in; CodeBox.astro has the buttons, Languages.astro the choices.
 */
interface Props {
  /** Passed by components/plain/client.ts */
  element?: HTMLElement;
  words: Record<'copied' | 'selected', string>;
}

export default function Codes({ element, words }: Props): void {
  const root = element?.parentElement;
  root?.addEventListener('click', async ({ target }) => {
    const button = target instanceof Element ? target.closest('.code-copy button') : null;
    const box = button?.closest('.code-box');
    const code = box?.querySelector('pre');
    const status = box?.querySelector('[role="status"]');
    if (!code || !status) return;
    try {
      await navigator.clipboard.writeText(code.textContent);
      status.textContent = words.copied;
    } catch {
      // Browsers have a clipboard at secure addresses only, and may refuse it.
      getSelection()?.selectAllChildren(code);
      status.textContent = words.selected;
    }
  });
  root?.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.type !== 'radio') return;
    for (const input of document.querySelectorAll<HTMLInputElement>('.tabs input'))
      if (input.value === target.value) input.checked = true;
  });
}
Codes.plain = true;
