/** What readers see of a message or a figure, for sample values. */
import { argumentsOf, compiledOrFault, ORDINAL, PLURAL, SELECT } from '../../authoring/reading/icuFiles.ts';
import { mailText, PLACEHOLDER } from '../../catalogue/mails.ts';
import { factSchema, hasValue } from '../../catalogue/schemas.ts';
import { formatMessage, type MessageValues } from '../../i18n/format.ts';
import { byLocale, LOCALES, type Locale } from '../../i18n/locales.ts';
import { lookUp } from '../../lookUp.ts';
import { COMPANY } from '../../site.ts';
import { ENTRY_FIELDS } from './tableWords.ts';

export interface Sample {
  /** The values: 'count 1'; '' if there are none to choose */
  values: string;
  text: string;
}

const MOST = 8;
const NUMBERS = [0, 1, 2, 3, 5, 11, 21, 100];
const NOON = new Date('2026-11-23T12:00:00Z');

/** A message with the values that change its words; the others stand as their names. */
export function samplesOf(text: string, locale: Locale): Sample[] {
  const compiled = compiledOrFault(text);
  if (typeof compiled === 'string') return [];
  const all = argumentsOf(compiled.message);
  const names = [...new Set(all.map(({ name }) => name))];
  let sets: Record<string, unknown>[] = [{}];
  const chosen: string[] = [];
  for (const name of names) {
    const named = all.filter((argument) => argument.name === name);
    const choosing = named.find(({ kind }) => [SELECT, PLURAL, ORDINAL].includes(kind));
    if (choosing) chosen.push(name);
    const values = choosing ? valuesOf(choosing, locale) : [plainValue(named[0]?.kind ?? 0, name)];
    sets = sets.flatMap((set) => values.map((value) => ({ ...set, [name]: value }))).slice(0, MOST);
  }
  return sets.flatMap((set) => {
    try {
      const shown = formatMessage(
        compiled.message as Parameters<typeof formatMessage>[0],
        locale,
        set as MessageValues,
      );
      return [{ values: chosen.map((name) => `${name} ${lookUp(set, name)}`).join(', '), text: shown }];
    } catch {
      return []; // The rules say what is wrong with it.
    }
  });
}

/** A mail as its recipient reads it; what the server fills in stands as its name. */
export function mailSamples({ subject = '', text = '' }: { subject?: string; text?: string }): Sample[] {
  const filled = (words: string) =>
    words.replace(PLACEHOLDER, (_, name: string) => (name === 'company' ? COMPANY : `‹${name}›`));
  const { paragraphs } = mailText(subject, text);
  return [
    { values: ENTRY_FIELDS.subject ?? '', text: filled(subject) },
    { values: ENTRY_FIELDS.text ?? '', text: ['', ...paragraphs.map(filled)].join('\n\n') },
  ];
}

/** Of numbers one of each form that the language has, and those that the message names. */
function valuesOf({ kind, branches }: { kind: number; branches: string[] }, locale: Locale): unknown[] {
  if (kind === SELECT) return branches;
  const rules = new Intl.PluralRules(LOCALES[locale].lang, { type: kind === ORDINAL ? 'ordinal' : 'cardinal' });
  const named = branches.flatMap((branch) => (/^=?\d+$/.test(branch) ? [Number(branch.replace('=', ''))] : []));
  const forms = new Map(NUMBERS.toReversed().map((number) => [rules.select(number), number]));
  return [...new Set([...named, ...forms.values(), 5])].toSorted((a, b) => a - b);
}

/** Kinds of the compiled messages: numbers, days and hours. */
const [NUMBER, DATE, TIME] = [4, 5, 6];
function plainValue(kind: number, name: string): unknown {
  if (kind === NUMBER) return 1234.5;
  return kind === DATE || kind === TIME ? NOON : `‹${name}›`;
}

/** A figure as pages show it in each language; null if it has no value, or the tables that are needed have a fault. */
export async function figureShown(value: unknown): Promise<Record<Locale, string> | null> {
  const { data } = factSchema.safeParse(value);
  if (!data || !hasValue(data)) return null;
  try {
    const [{ formatFact }, { translator }] = await Promise.all([
      import('../../authoring/figures/facts.ts'),
      import('../../i18n/messages.ts'),
    ]);
    return byLocale((locale) => formatFact(data, locale, translator(locale)));
  } catch {
    return null;
  }
}
