/** Buttons of Act.astro: each calls the server with its input and the fields of its form, then the page shows what is new. */

import type { CallName } from '../server/calls.ts';
import { call, reasonOf } from './call.ts';
import { stay } from './hooks.ts';
import { ACT_WORDS } from './words.ts';

const TOLD = 'desk.told';
const TOLD_FOR = 10_000;
let isWorking = false;

document.addEventListener('submit', (event) => {
  const form = (event.target as Element).closest<HTMLFormElement>('form[data-call]');
  if (!form) return;
  event.preventDefault();
  if (!isWorking) void act(form);
});

// Pressed before this listens, a button would only load the page anew.
for (const button of document.querySelectorAll<HTMLButtonElement>('form[data-call] button')) button.disabled = false;

async function act(form: HTMLFormElement): Promise<void> {
  const { call: name, input = '{}' } = form.dataset;
  const alert = form.querySelector('[role="alert"]');
  isWorking = true;
  form.setAttribute('aria-busy', 'true');
  if (alert) alert.textContent = '';
  tell(ACT_WORDS.working);
  try {
    const answer: unknown = await call(name as CallName, { ...JSON.parse(input), ...fieldsOf(form) });
    const { told: words = '' } = (answer ?? {}) as { told?: string };
    sessionStorage.setItem(TOLD, JSON.stringify({ words, at: Date.now() }));
    location.reload();
  } catch (error) {
    tell('');
    if (alert) alert.textContent = reasonOf(error);
  } finally {
    isWorking = false;
    form.removeAttribute('aria-busy');
  }
}

function fieldsOf(form: HTMLFormElement): Record<string, string | boolean> {
  const fields = [...form.elements].filter((element) => element instanceof HTMLInputElement && element.name !== '');
  return Object.fromEntries(
    (fields as HTMLInputElement[]).map(({ name, type, value, checked }) => [
      name,
      type === 'checkbox' ? checked : value,
    ]),
  );
}

/** The words stay where they are found, at the top of the page, after it has loaded anew. */
function tell(words: string): void {
  const status = document.querySelector<HTMLElement>('.desk-bar [role="status"]');
  if (status) status.textContent = words;
}

// What is written makes the server reload open pages, which would end the call that wrote it.
import.meta.hot?.on('vite:beforeFullReload', (payload: { path?: string }) => {
  if (isWorking) stay(payload);
});

// The server may reload the page once more for what has been written, and the words stay.
const { words = '', at = 0 } = JSON.parse(sessionStorage.getItem(TOLD) ?? '{}') as { words?: string; at?: number };
if (Date.now() - at < TOLD_FOR) tell(words);
