/** Copies the code that it is beside. A plain island (components/plain/); CodeBox.astro has the button. */
interface Props {
  /** Passed by components/plain/client.ts */
  element?: HTMLElement;
  words: Record<'copied' | 'selected', string>;
}

export default function Copy({ element, words }: Props): void {
  const box = element?.closest('.code-box');
  const code = box?.querySelector('pre');
  const status = box?.querySelector('[role="status"]');
  if (!code || !status) return;
  box?.querySelector('button')?.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(code.textContent);
      status.textContent = words.copied;
    } catch {
      // Browsers have a clipboard at secure addresses only, and may refuse it.
      getSelection()?.selectAllChildren(code);
      status.textContent = words.selected;
    }
  });
}
Copy.plain = true;
