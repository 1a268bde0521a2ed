/**
 * The answers of the account form. They live in the shared store under `accountForm`, by field such as
 * 'address.line1', and are kept on the device: in localStorage for 30 days after the last change, or, where the visitor
 * wants that, in this tab only. A password is never kept. Tabs share what localStorage holds: of two answers to one
 * field the later one counts.
 */
import { atom } from 'nanostores';
import { lookUp } from '../lookUp.ts';
import { ACCOUNT_FORM_KEPT_MS, ACCOUNT_FORM_KEY } from '../visit/keys.ts';
import { $shared, clearShared, mergeShared, setShared } from './shared.ts';

export type Answers = Record<string, unknown>;

/** An application that has arrived. Only who holds the secret can ask what became of it. */
export interface Sent {
  reference: string;
  secret: string;
  /** State when it was last asked for */
  state: string;
  /** ISO 8601 in UTC */
  submittedAt: string;
}

/** What is kept, as JSON. */
export interface Kept {
  /** Milliseconds since 1970 of 'start again', 0 before the first: answers of an earlier beginning are void */
  begun: number;
  /** Milliseconds since 1970 of the last change */
  saved: number;
  answers: Answers;
  /** When each answer was given, by field */
  given: Record<string, number>;
  /** Idempotency key: however often the application is sent, it is taken once. '' before it is first needed */
  key: string;
  /** Milliseconds since 1970 at which the key was made: a later one counts */
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

/** Whatever its name is, it stays in the memory of the page. */
const isSecret = (field: string) => /password|confirmation/i.test(field);

/** What the form knows beside its answers. */
export const $accountForm = atom<FormState>({ kept: 'device', begun: 0, sent: null });

let own: Kept = EMPTY;

/**
 * Takes up what the device keeps, and what other tabs answer from now on. Returns how to end that. Answers that are older
 * than they may be are thrown away.
 */
export function restoreAccountForm(now = Date.now()): () => void {
  const inTab = read('tab', now);
  const onDevice = inTab?.kept === 'tab' ? null : read('device', now);
  own = (inTab && onDevice ? mergeKept(inTab, onDevice) : (inTab ?? onDevice)) ?? EMPTY;
  show();
  const onStorage = ({ key, newValue, storageArea }: StorageEvent) => {
    if (storageArea !== storage('device') || (key !== ACCOUNT_FORM_KEY && key !== null)) return;
    if (own.kept === 'tab') return;
    const theirs = parse(newValue);
    // Another tab was told to keep nothing on this device: that holds for what this one would write too.
    if (!theirs) return void keepOn('tab');
    own = mergeKept(own, theirs);
    show();
  };
  addEventListener('storage', onStorage);
  return () => removeEventListener('storage', onStorage);
}

/** Takes answers by field. What equals the answer that is there is no new one; a password stays out. */
export function answer(part: Answers, now = Date.now()): void {
  const changed = Object.entries(part).filter(
    ([field, value]) => !isSecret(field) && JSON.stringify(lookUp(own.answers, field)) !== JSON.stringify(value),
  );
  if (changed.length === 0) return;
  const times = Object.fromEntries(changed.map(([field]) => [field, now]));
  const answers = Object.fromEntries(changed);
  own = { ...own, answers: { ...own.answers, ...answers }, given: { ...own.given, ...times } };
  mergeShared('accountForm', answers);
  save(now);
}

/** Throws every answer away, in all tabs. */
export function startAgain(now = Date.now()): void {
  own = { ...EMPTY, kept: own.kept, begun: Math.max(now, own.begun + 1) };
  clearShared('accountForm');
  remove('tab');
  save(now);
}

/** Changes where the answers are kept; they leave the other place. */
export function keepOn(kept: FormState['kept'], now = Date.now()): void {
  remove(kept === 'device' ? 'tab' : 'device');
  own = { ...own, kept };
  save(now);
}

/** The key that names this application to the server; made when it is first needed. */
export function applicationKey(now = Date.now()): string {
  if (!own.key) renewApplicationKey(now);
  return own.key;
}

/** What is sent from now on is another application. */
export function renewApplicationKey(now = Date.now()): void {
  own = { ...own, key: newKey(), keyed: now };
  save(now);
}

/** The application has arrived. Its answers stay in this tab for the record; on the device only its reference is left. */
export function finish(sent: Sent, now = Date.now()): void {
  own = { ...own, sent };
  save(now);
}

/** Of two states of the form the later beginning, and of each answer the later one. Both tabs come to the same. */
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
  // Another tab may have written since its event came.
  const theirs = own.kept === 'device' ? read('device', now) : null;
  own = { ...(theirs ? mergeKept(own, theirs) : own), saved: now };
  show();
  if (own.kept === 'tab' || own.sent) write('tab', own);
  if (own.kept === 'device') write('device', own.sent ? { ...own, answers: {}, given: {} } : own);
}

function write(place: FormState['kept'], what: Kept): void {
  try {
    storage(place)?.setItem(ACCOUNT_FORM_KEY, JSON.stringify(what));
  } catch {
    // Without storage, or with a full one, the answers are those of this page.
  }
}

/** The stores show what is known, and tell only of what is new. */
function show(): void {
  const { kept, begun, sent, answers } = own;
  if (JSON.stringify($shared.get().accountForm) !== JSON.stringify(answers)) setShared('accountForm', answers);
  const state = { kept, begun, sent };
  if (JSON.stringify($accountForm.get()) !== JSON.stringify(state)) $accountForm.set(state);
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
    if (!found || now - found.saved <= ACCOUNT_FORM_KEPT_MS) return found;
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
    // Nothing was kept then.
  }
}

/** What was kept, or null where it is not ours to read. */
function parse(text: string | null): Kept | null {
  try {
    const found = JSON.parse(text ?? 'null') as Partial<Kept> | null;
    if (typeof found?.answers !== 'object' || typeof found.given !== 'object') return null;
    const answers = Object.fromEntries(Object.entries(found.answers ?? {}).filter(([field]) => !isSecret(field)));
    return { ...EMPTY, ...found, answers, given: { ...found.given } };
  } catch {
    return null;
  }
}

/** A UUID. Pages that were not loaded over https have no crypto.randomUUID. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
