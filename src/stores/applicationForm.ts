/**
 * The answers of the account form, by field such as 'address.line1'. The device keeps them in localStorage for 30 days
 * after the last change or, if the visitor chooses that, in this tab only. Passwords are never kept. Tabs share
 * localStorage: of two answers to one field the later one wins.
 */
import { atom } from 'nanostores';
import { newKey } from '../browserState/idempotencyKey.ts';
import { ACCOUNT_FORM_KEY, FORM_KEPT_MS } from '../browserState/keys.ts';
import { currentToken } from '../browserState/session.ts';
import { parsed } from '../browserState/storage.ts';
import type { Answers } from '../forms/applicationSteps.ts';
import { lookUp } from '../lookUp.ts';

/** An application that has arrived. Requesting its state needs the secret. */
export interface SentApplication {
  reference: string;
  secret: string;
  /** State when it was last requested */
  state: string;
  /** ISO 8601 in UTC */
  submittedAt: string;
  /** Whether the server sends mail about it */
  mail?: boolean;
}

/** What is kept, as JSON. */
export interface StoredForm {
  /** Milliseconds since 1970 of the last 'start again', 0 before the first; it voids all answers before it */
  begun: number;
  /** Milliseconds since 1970 of the last change */
  saved: number;
  answers: Answers;
  /** When each answer was given, by field */
  given: Record<string, number>;
  /** Idempotency key: the server accepts the application only once. '' before the key is first needed */
  key: string;
  /** Milliseconds since 1970 at which the key was made; of two keys the later one wins */
  keyed: number;
  sent: SentApplication | null;
  kept: FormState['kept'];
}

export interface FormState {
  /** Where the answers are kept: on the device between visits, or until this tab is closed */
  kept: 'device' | 'tab';
  begun: number;
  sent: SentApplication | null;
}

const EMPTY: StoredForm = { begun: 0, saved: 0, answers: {}, given: {}, key: '', keyed: 0, sent: null, kept: 'device' };

/** True for passwords, which stay in the memory of the page only. */
const isSecret = (field: string) => /password|confirmation/i.test(field);

/** The answers that are kept. */
export const $answers = atom<Answers>({});

/** The state of the form besides its answers. */
export const $applicationForm = atom<FormState>({ kept: 'device', begun: 0, sent: null });

/** Answers of this page only: passwords, and the fields that holdAnswers() named. They override the others. */
export const $ownAnswers = atom<Answers>({});

/** Every answer as this page shows it, and whether the applicant is logged in. */
export const answersNow = (): Answers => ({
  ...$answers.get(),
  ...$ownAnswers.get(),
  ...(currentToken() !== null && { 'own.account': true }),
});

/** Everything that is kept except the answers. */
let form: Omit<StoredForm, 'answers'> = EMPTY;
const snapshot = (): StoredForm => ({ ...form, answers: $answers.get() });

/**
 * Restores what the device keeps and follows the answers of other tabs from now on. Returns a function that ends this.
 * Deletes answers that are too old.
 */
export function restoreApplicationForm(now = Date.now()): () => void {
  const inTab = read('tab', now);
  const onDevice = inTab?.kept === 'tab' ? null : read('device', now);
  take((inTab && onDevice ? mergeForms(inTab, onDevice) : (inTab ?? onDevice)) ?? EMPTY);
  const onStorage = ({ key, newValue, storageArea }: StorageEvent) => {
    if (storageArea !== storage('device') || (key !== ACCOUNT_FORM_KEY && key !== null)) return;
    if (form.kept === 'tab') return;
    const elsewhere = parse(newValue);
    // Another tab was told to keep nothing on this device, so this tab must not write there either.
    if (!elsewhere) return void keepOn('tab');
    take(mergeForms(snapshot(), elsewhere));
  };
  addEventListener('storage', onStorage);
  return () => removeEventListener('storage', onStorage);
}

/** Sets answers by field; null deletes one. An answer equal to the present one does not count as a change. */
export function answer(part: Answers, now = Date.now()): void {
  const ofPage = Object.entries(part).filter(([field]) => isSecret(field) || Object.hasOwn($ownAnswers.get(), field));
  if (ofPage.length > 0) $ownAnswers.set({ ...$ownAnswers.get(), ...Object.fromEntries(ofPage) });
  const answers = $answers.get();
  const changed = Object.entries(part).filter(
    ([field, value]) => !isSecret(field) && JSON.stringify(lookUp(answers, field)) !== JSON.stringify(value),
  );
  if (changed.length === 0) return;
  form = { ...form, given: { ...form.given, ...Object.fromEntries(changed.map(([field]) => [field, now])) } };
  $answers.set({ ...answers, ...Object.fromEntries(changed) });
  save(now);
}

/** Protects the fields in which the visitor types: other tabs cannot change them until other fields are named. */
export function holdAnswers(fields: readonly string[]): void {
  const shown = answersNow();
  const named = (field: string) => isSecret(field) || fields.includes(field);
  const names = [...Object.keys($ownAnswers.get()), ...fields].filter(named);
  $ownAnswers.set(Object.fromEntries(names.map((field) => [field, lookUp(shown, field)])));
}

/** Deletes every answer, in all tabs. */
export function startAgain(now = Date.now()): void {
  take({ ...EMPTY, kept: form.kept, begun: Math.max(now, form.begun + 1) });
  remove('tab');
  save(now);
}

/** Changes where the answers are kept, and deletes them from the other place. */
export function keepOn(place: FormState['kept'], now = Date.now()): void {
  remove(place === 'device' ? 'tab' : 'device');
  form = { ...form, kept: place };
  save(now);
}

/** The idempotency key of this application, created when it is first needed. */
export function applicationKey(now = Date.now()): string {
  if (!form.key) renewApplicationKey(now);
  return form.key;
}

/** Creates a new key: what is sent from now on is another application. */
export function renewApplicationKey(now = Date.now()): void {
  form = { ...form, key: newKey(), keyed: now };
  save(now);
}

/** Call when the application has arrived. This tab keeps the answers for the record, the device only the reference. */
export function finish(sent: SentApplication, now = Date.now()): void {
  form = { ...form, sent };
  save(now);
}

/** Merges two states: the later 'start again' wins, else the later of each answer. Both tabs get the same result. */
function mergeForms(here: StoredForm, elsewhere: StoredForm): StoredForm {
  if (here.begun !== elsewhere.begun) return here.begun > elsewhere.begun ? here : { ...elsewhere, kept: here.kept };
  const rank = (of: StoredForm, field: string) => lookUp(of.given, field) ?? 0;
  const isTheirs = (field: string) =>
    rank(elsewhere, field) === rank(here, field)
      ? String(JSON.stringify(lookUp(elsewhere.answers, field))) > String(JSON.stringify(lookUp(here.answers, field)))
      : rank(elsewhere, field) > rank(here, field);
  const later = (of: 'answers' | 'given') =>
    Object.fromEntries(
      [...new Set([...Object.keys(here.given), ...Object.keys(elsewhere.given)])].map((field) => [
        field,
        lookUp((isTheirs(field) ? elsewhere : here)[of], field),
      ]),
    );
  const [latest] = [here, elsewhere].sort((a, b) => b.keyed - a.keyed || (a.key < b.key ? -1 : 1));
  return {
    begun: here.begun,
    saved: Math.max(here.saved, elsewhere.saved),
    answers: later('answers'),
    given: later('given') as StoredForm['given'],
    key: latest?.key ?? '',
    keyed: latest?.keyed ?? 0,
    sent: here.sent ?? elsewhere.sent,
    kept: here.kept,
  };
}

function save(now: number): void {
  // Another tab may have written since its last event.
  const elsewhere = form.kept === 'device' ? read('device', now) : null;
  take({ ...(elsewhere ? mergeForms(snapshot(), elsewhere) : snapshot()), saved: now });
  if (form.kept === 'tab' || form.sent) write('tab', snapshot());
  if (form.kept === 'device') write('device', form.sent ? { ...snapshot(), answers: {}, given: {} } : snapshot());
}

/** Replaces the state. The stores notify their listeners only of changes. */
function take({ answers, ...rest }: StoredForm): void {
  if (rest.begun !== form.begun) $ownAnswers.set({});
  form = rest;
  if (JSON.stringify($answers.get()) !== JSON.stringify(answers)) $answers.set(answers);
  const state = { kept: form.kept, begun: form.begun, sent: form.sent };
  if (JSON.stringify($applicationForm.get()) !== JSON.stringify(state)) $applicationForm.set(state);
}

function write(place: FormState['kept'], what: StoredForm): void {
  try {
    storage(place)?.setItem(ACCOUNT_FORM_KEY, JSON.stringify(what));
  } catch {
    // Storage is off or full: the answers last only as long as this page.
  }
}

function storage(place: FormState['kept']): Storage | null {
  try {
    return place === 'device' ? localStorage : sessionStorage;
  } catch {
    return null; // The visitor has blocked it.
  }
}

function read(place: FormState['kept'], now: number): StoredForm | null {
  try {
    const found = parse(storage(place)?.getItem(ACCOUNT_FORM_KEY) ?? null);
    if (!found || now - found.saved <= FORM_KEPT_MS) return found;
  } catch {
    return null;
  }
  remove(place);
  return null;
}

function remove(place: FormState['kept']): void {
  try {
    storage(place)?.removeItem(ACCOUNT_FORM_KEY);
  } catch {
    // Storage is off, so nothing was kept.
  }
}

/** The kept state, or null if the text cannot be read. */
function parse(text: string | null): StoredForm | null {
  const found = parsed(text) as Partial<StoredForm> | null;
  if (typeof found?.answers !== 'object' || typeof found.given !== 'object') return null;
  const answers = Object.fromEntries(Object.entries(found.answers ?? {}).filter(([field]) => !isSecret(field)));
  return { ...EMPTY, ...found, answers, given: { ...found.given } };
}
