/** Buttons of Act.astro: each calls the server with its input and the fields of its form, then the page shows what is new. */

import type { SendAnswer } from '../send/send.ts';
import type { CallName } from '../server/callTable.ts';
import { call, reasonOf } from './callServer.ts';
import { ACT_WORDS } from './deskWords.ts';
import { stay } from './hooks.ts';

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
  const unticked = form.querySelector<HTMLInputElement>('[data-missing]:not(:checked)');
  if (unticked) {
    if (alert) alert.textContent = unticked.dataset.missing ?? '';
    return unticked.focus();
  }
  isWorking = true;
  form.setAttribute('aria-busy', 'true');
  if (alert) alert.textContent = '';
  tell(ACT_WORDS.working);
  try {
    const answer: unknown = await call(name as CallName, { ...JSON.parse(input), ...fieldsOf(form) });
    const { told: words = '', since } = (answer ?? {}) as Partial<SendAnswer>;
    sessionStorage.setItem(TOLD, JSON.stringify({ words, at: Date.now() }));
    const address = new URL(location.href);
    if (since) address.searchParams.set('since', since);
    else {
      address.searchParams.delete('since');
      sessionStorage.removeItem(typedIn(form));
    }
    history.replaceState(history.state, '', address);
    location.reload();
  } catch (error) {
    tell('');
    if (alert) alert.textContent = reasonOf(error);
  } finally {
    isWorking = false;
    form.removeAttribute('aria-busy');
  }
}

/** Where it is kept what is typed and ticked in a form, which another text that is saved would take away with the page. */
const typedIn = ({ dataset }: HTMLFormElement) => `desk.typed ${location.pathname} ${dataset.call}`;

document.addEventListener('input', ({ target }) => {
  const form = (target as Element).closest<HTMLFormElement>('form[data-call]');
  if (form) sessionStorage.setItem(typedIn(form), JSON.stringify(fieldsOf(form)));
});

for (const form of document.querySelectorAll<HTMLFormElement>('form[data-call]')) {
  const typed = new Map<string, unknown>(Object.entries(JSON.parse(sessionStorage.getItem(typedIn(form)) ?? '{}')));
  for (const field of form.querySelectorAll('input')) {
    const value = typed.get(field.name);
    if (typeof value === 'boolean') field.checked = value;
    if (typeof value === 'string') field.value = value;
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
