/**
 * Sends a signed call of the partner API from the page. The private key stays in its memory (stores/signedCall.ts), which
 * with all that signs is loaded when the first call is made. A plain island (components/plain/); Console.astro has the form.
 */
import type { ConsoleFault } from '../../stores/signedCall.ts';

interface Props {
  /** Passed by components/plain/client.ts */
  element?: HTMLElement;
  base: string;
  address: string;
  lang: string;
  root: string;
  words: Record<ConsoleFault | 'kept', string>;
}

export default function Console({ element, words, ...api }: Props): void {
  const form = element?.closest('form');
  const status = form?.querySelector<HTMLElement>('[role="status"]');
  const shown = form?.querySelector<HTMLElement>('.console-answer');
  const choice = form?.querySelector('select');
  if (!form || !status || !shown || !choice) return;
  const field = (name: string) => form.elements.namedItem(name) as HTMLInputElement | HTMLTextAreaElement;
  const [keyid, key, path, body] = [field('keyid'), field('key'), field('path'), field('body')];
  const methodOf = () => choice.selectedOptions[0]?.dataset.method ?? 'GET';

  const choose = () => {
    const { path: target = '', body: sample = '' } = choice.selectedOptions[0]?.dataset ?? {};
    path.value = target;
    body.value = sample;
    const row = body.closest('label');
    if (row) row.hidden = sample === '';
  };
  const say = (text: string) => {
    status.textContent = text;
  };

  async function send(): Promise<void> {
    const { callWithKey, takeKey } = await import('../../stores/signedCall.ts');
    if (key.value.trim()) {
      const fault = await takeKey(key.value);
      if (fault) return say(words[fault]);
      key.value = '';
      key.required = false;
      key.placeholder = words.kept;
    }
    const method = methodOf();
    const sent = method === 'GET' ? undefined : body.value;
    const answer = await callWithKey({
      ...api,
      keyid: keyid.value.trim(),
      method,
      path: path.value.trim(),
      body: sent,
    });
    if (typeof answer === 'string') return say(words[answer]);
    say(`HTTP ${answer.status}`);
    const lines = Object.entries(answer.headers).map(([name, value]) => `${name}: ${value}`);
    const [request, response] = shown?.querySelectorAll('pre') ?? [];
    if (request) request.textContent = [`${method} ${answer.uri}`, ...lines, ...(sent ? ['', sent] : [])].join('\n');
    if (response) response.textContent = laidOut(answer.text);
    if (shown) shown.hidden = false;
  }

  choice.addEventListener('change', choose);
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const button = form.querySelector<HTMLButtonElement>('[type="submit"]');
    if (!button || button.disabled) return;
    button.disabled = true;
    if (shown) shown.hidden = true;
    try {
      await send();
    } catch {
      say(words.unreachable);
    }
    button.disabled = false;
  });
  choose();
}
Console.plain = true;

/** JSON on several lines; any other text as it is. */
function laidOut(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
