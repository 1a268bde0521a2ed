/**
 * The answers of the account form, by field such as 'address.line1'. The device keeps them in localStorage for 30 days after the last change or, if the visitor chooses
 * that, in this tab only. Passwords are never kept. Tabs share localStorage: of two answers to one field the later one
 * wins.
 */
import { atom } from 'nanostores';
import { newKey } from '../browserState/idempotencyKey.ts';
import { ACCOUNT_FORM_KEY, FORM_KEPT_MS } from '../browserState/keys.ts';
import { currentToken } from '../browserState/session.ts';
import { parsed } from '../browserState/storage.ts';
import type { Answers } from '../forms/applicationSteps.ts';
import { lookUp } from '../lookUp.ts';

/** An application that has arrived. Requesting its state needs the secret. */
export interface Sent {
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
export interface Kept {
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
  sent: Sent | null;
  kept: FormState['kept'];
}

export interface FormState {
  /** Where the answers are kept: on the device between visits, or until this tab is closed */
  kept: 'device' | 'tab';
  begun: number;
  sent: Sent | null;
}

const EMPTY: Kept = { begun: 0, saved: 0, answers: {}, given: {}, key: '', keyed: 0, sent: null, kept: 'device' };

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
let own: Omit<Kept, 'answers'> = EMPTY;
const kept = (): Kept => ({ ...own, answers: $answers.get() });

/**
 * Restores what the device keeps and follows the answers of other tabs from now on. Returns a function that ends this.
 * Deletes answers that are too old.
 */
export function restoreApplicationForm(now = Date.now()): () => void {
  const inTab = read('tab', now);
  const onDevice = inTab?.kept === 'tab' ? null : read('device', now);
  take((inTab && onDevice ? mergeKept(inTab, onDevice) : (inTab ?? onDevice)) ?? EMPTY);
  const onStorage = ({ key, newValue, storageArea }: StorageEvent) => {
    if (storageArea !== storage('device') || (key !== ACCOUNT_FORM_KEY && key !== null)) return;
    if (own.kept === 'tab') return;
    const theirs = parse(newValue);
    // Another tab was told to keep nothing on this device, so this tab must not write there either.
    if (!theirs) return void keepOn('tab');
    take(mergeKept(kept(), theirs));
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
  own = { ...own, given: { ...own.given, ...Object.fromEntries(changed.map(([field]) => [field, now])) } };
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
  take({ ...EMPTY, kept: own.kept, begun: Math.max(now, own.begun + 1) });
  remove('tab');
  save(now);
}

/** Changes where the answers are kept, and deletes them from the other place. */
export function keepOn(place: FormState['kept'], now = Date.now()): void {
  remove(place === 'device' ? 'tab' : 'device');
  own = { ...own, kept: place };
  save(now);
}

/** The idempotency key of this application, created when it is first needed. */
export function applicationKey(now = Date.now()): string {
  if (!own.key) renewApplicationKey(now);
  return own.key;
}

/** Creates a new key: what is sent from now on is another application. */
export function renewApplicationKey(now = Date.now()): void {
  own = { ...own, key: newKey(), keyed: now };
  save(now);
}

/** Call when the application has arrived. This tab keeps the answers for the record, the device only the reference. */
export function finish(sent: Sent, now = Date.now()): void {
  own = { ...own, sent };
  save(now);
}

/** Merges two states: the later 'start again' wins, else the later of each answer. Both tabs get the same result. */
function mergeKept(mine: Kept, theirs: Kept): Kept {
  if (mine.begun !== theirs.begun) return mine.begun > theirs.begun ? mine : { ...theirs, kept: mine.kept };
  const rank = (of: Kept, field: string) => lookUp(of.given, field) ?? 0;
  const isTheirs = (field: string) =>
    rank(theirs, field) === rank(mine, field)
      ? String(JSON.stringify(lookUp(theirs.answers, field))) > String(JSON.stringify(lookUp(mine.answers, field)))
      : rank(theirs, field) > rank(mine, field);
  const later = (of: 'answers' | 'given') =>
    Object.fromEntries(
      [...new Set([...Object.keys(mine.given), ...Object.keys(theirs.given)])].map((field) => [
        field,
        lookUp((isTheirs(field) ? theirs : mine)[of], field),
      ]),
    );
  const [latest] = [mine, theirs].sort((a, b) => b.keyed - a.keyed || (a.key < b.key ? -1 : 1));
  return {
    begun: mine.begun,
    saved: Math.max(mine.saved, theirs.saved),
    answers: later('answers'),
    given: later('given') as Kept['given'],
    key: latest?.key ?? '',
    keyed: latest?.keyed ?? 0,
    sent: mine.sent ?? theirs.sent,
    kept: mine.kept,
  };
}

function save(now: number): void {
  // Another tab may have written since its last event.
  const theirs = own.kept === 'device' ? read('device', now) : null;
  take({ ...(theirs ? mergeKept(kept(), theirs) : kept()), saved: now });
  if (own.kept === 'tab' || own.sent) write('tab', kept());
  if (own.kept === 'device') write('device', own.sent ? { ...kept(), answers: {}, given: {} } : kept());
}

/** Replaces the state. The stores notify their listeners only of changes. */
function take({ answers, ...rest }: Kept): void {
  if (rest.begun !== own.begun) $ownAnswers.set({});
  own = rest;
  if (JSON.stringify($answers.get()) !== JSON.stringify(answers)) $answers.set(answers);
  const state = { kept: own.kept, begun: own.begun, sent: own.sent };
  if (JSON.stringify($applicationForm.get()) !== JSON.stringify(state)) $applicationForm.set(state);
}

function write(place: FormState['kept'], what: Kept): void {
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

function read(place: FormState['kept'], now: number): Kept | null {
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
function parse(text: string | null): Kept | null {
  const found = parsed(text) as Partial<Kept> | null;
  if (typeof found?.answers !== 'object' || typeof found.given !== 'object') return null;
  const answers = Object.fromEntries(Object.entries(found.answers ?? {}).filter(([field]) => !isSecret(field)));
  return { ...EMPTY, ...found, answers, given: { ...found.given } };
}
