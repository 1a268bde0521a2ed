import { misspellingOf, type Report, suggestion } from '../../../catalogue/problem.ts';
import { doubledKeys } from '../../../catalogue/syntax.ts';
import { DEFAULT_LOCALE, LOCALE_IDS, LOCALES, type Locale } from '../../../i18n/locales.ts';
import { lookUp } from '../../../lookUp.ts';
import { memo } from '../../../memo.ts';
import {
  type Argument,
  argumentsOf,
  compiledOrFault,
  MESSAGE_FILES,
  type MessageFile,
  ORDINAL,
  PLURAL,
  readMessages,
  SELECT,
} from '../../reading/icuFiles.ts';
import type { Rule } from '../rule.ts';

const KINDS = ['', 'select', 'plural', 'selectordinal', 'number', 'date', 'time'];

/** The messages of each locale have the keys and placeholders of en-US, and the plural forms of the language. */
export const message: Rule = {
  name: 'message',
  files: /\.json$/,
  checks: ({ dir }) => ({
    folder(reportIn) {
      for (const name of MESSAGE_FILES) {
        const original = readMessages(dir, DEFAULT_LOCALE, name);
        const files = LOCALE_IDS.map((locale) => ({
          locale,
          own: locale === DEFAULT_LOCALE ? original : readMessages(dir, locale, name),
        }));
        const whole = files.filter(({ locale }) => locale !== DEFAULT_LOCALE && !LOCALES[locale].overlay);
        const wanted = memo((key: string) =>
          wantedNames(
            key,
            original,
            whole.map(({ own }) => own),
          ),
        );
        const lost = keysOf(whole[0]?.own).filter(
          (key) => !Object.hasOwn(original.words, key) && whole.every(({ own }) => Object.hasOwn(own.words, key)),
        );
        for (const { locale, own } of files) {
          const report = reportIn(own.file);
          if (own.fault === 'missing') {
            report(1, 'the file is missing', `a file ${name} in every locale`, 'write { } into it');
          }
          // The rule for syntax reports the fault, which says nothing of the messages.
          if (own.fault || original.fault) continue;
          for (const { key, line, first } of doubledKeys(own.raw)) {
            const what = `the message '${key}' stands twice, first in line ${first}`;
            report(line, what, 'every key once', 'remove one of the two lines');
          }
          if (own === original) {
            for (const key of lost) {
              const remedy = 'bring it back, or remove it from every language';
              report(1, `the message '${key}' is missing, which every translation has`, 'every message', remedy);
            }
          }
          for (const key of Object.keys(own.words)) {
            if (lost.includes(key)) continue;
            checkMessage(key, own, original, locale, wanted, report);
          }
          const isWhole = locale !== DEFAULT_LOCALE && !LOCALES[locale].overlay;
          const missing = Object.keys(original.words).filter((key) => !Object.hasOwn(own.words, key));
          // A misspelled key is one fault, not an unknown one and a missing one.
          const misspelled = Object.keys(own.words).flatMap((key) =>
            Object.hasOwn(original.words, key) ? [] : (misspellingOf(key, missing) ?? []),
          );
          for (const key of isWhole ? missing : []) {
            if (misspelled.includes(key)) continue;
            const remedy = `translate ${JSON.stringify(lookUp(original.words, key))}`;
            report(1, `the message '${key}' is missing`, 'every key of en-US', remedy);
          }
        }
      }
    },
  }),
};

const keysOf = (file: MessageFile | undefined) => Object.keys(file?.words ?? {});

/** The placeholders of a message. */
const namesIn = (file: MessageFile, key: string): string[] | null => {
  const compiled = compiledOrFault(String(lookUp(file.words, key) ?? '{'));
  return typeof compiled === 'string' ? null : [...new Set(argumentsOf(compiled.message).map(({ name }) => name))];
};

/** The placeholders that a message needs: those of en-US, or where all translations agree on others, theirs. */
function wantedNames(key: string, original: MessageFile, translations: readonly MessageFile[]): string[] {
  const english = namesIn(original, key);
  const [first, ...others] = translations.map((file) => namesIn(file, key));
  const isAgreed =
    first && others.length > 0 && others.every((names) => names?.toSorted().join() === first.toSorted().join());
  return isAgreed ? first : (english ?? []);
}

function checkMessage(
  key: string,
  translated: MessageFile,
  original: MessageFile,
  locale: Locale,
  wantedOf: (key: string) => string[],
  report: Report,
): void {
  const [text, source] = [lookUp(translated.words, key), lookUp(original.words, key)];
  const tell: Tell = (what, expected, remedy) => report(translated.lineOf(key), what, expected, remedy);
  const compiled = compiledOrFault(String(text));
  if (typeof text !== 'string') {
    tell(`the message '${key}' is no text`, '"…"', 'write it between quotation marks');
  } else if (source === undefined) {
    const missing = Object.keys(original.words).filter((key) => !Object.hasOwn(translated.words, key));
    const remedy = misspellingOf(key, missing) ? suggestion(key, missing) : 'remove it';
    tell(`the message '${key}' does not exist in en-US`, 'a key of en-US', remedy);
  } else if (!text.trim()) {
    tell(`the message '${key}' is empty`, 'words', `translate ${JSON.stringify(source)}`);
  } else if (typeof compiled === 'string') {
    const remedy = `compare ${JSON.stringify(source)}`;
    tell(`the message '${key}' cannot be read: ${compiled}`, 'every { closed', remedy);
  } else {
    const english = compiledOrFault(String(source));
    const found = argumentsOf(compiled.message);
    const wanted = typeof english === 'string' ? found : argumentsOf(english.message);
    if (typeof english !== 'string') checkNames(key, found, wantedOf(key), tell);
    checkKinds(key, found, wanted, locale, tell);
  }
}

type Tell = (what: string, expected: string, remedy: string) => void;

function checkNames(key: string, found: Argument[], wanted: readonly string[], tell: Tell): void {
  const names = [...new Set(found.map(({ name }) => name))];
  const expected = wanted.map((name) => `{${name}}`).join(' ') || 'no placeholder';
  const lost = wanted.filter((argument) => !names.includes(argument));
  const unknown = names.filter((argument) => !wanted.includes(argument));
  // Another name for one is one fault.
  for (const name of unknown.length === lost.length ? [] : lost) {
    tell(`the message '${key}' lacks {${name}}`, expected, `put {${name}} where the value belongs`);
  }
  for (const name of unknown) {
    const near = lost.length > 0 ? lost : wanted;
    const remedy = near.length > 0 ? suggestion(name, near, (argument) => `{${argument}}`) : 'remove it';
    tell(`the message '${key}' has an unknown {${name}}`, expected, remedy);
  }
}

const categoriesOf = memo(
  (_id: string, lang: string, type: 'ordinal' | 'cardinal'): readonly string[] =>
    new Intl.PluralRules(lang, { type }).resolvedOptions().pluralCategories,
);

function checkKinds(key: string, found: Argument[], original: Argument[], locale: Locale, tell: Tell): void {
  for (const { name, kind, branches, counted } of found) {
    const source = original.find((argument) => argument.name === name);
    if (source && source.kind !== kind) {
      const how = KINDS[source.kind] || 'plain';
      tell(`{${name}} of '${key}' is of another kind than in en-US`, how, `write it as ${how}`);
    }
    if (kind === PLURAL || kind === ORDINAL) {
      const type = kind === ORDINAL ? 'ordinal' : 'cardinal';
      const wanted = categoriesOf(`${LOCALES[locale].lang} ${type}`, LOCALES[locale].lang, type);
      const given = branches.filter((branch) => !/^=?\d+$/.test(branch));
      for (const missing of wanted.filter((category) => !given.includes(category))) {
        tell(`{${name}} of '${key}' lacks the plural category ${missing}`, wanted.join(', '), `add ${missing} {…}`);
      }
      for (const extra of given.filter((category) => !wanted.includes(category))) {
        const what = `{${name}} of '${key}' has the plural category ${extra}, which ${locale} does not know`;
        tell(what, wanted.join(', '), `remove ${extra} {…}`);
      }
    }
    const isCounted = source?.counted.includes('other') || (locale === DEFAULT_LOCALE && counted.length > 0);
    if (source && counted.length < branches.length && isCounted && !counted.includes('other')) {
      tell(`{${name}} of '${key}' lacks the number #`, 'other {… # …}', 'write # where the number belongs');
    }
    if (kind === SELECT && source && source.branches.toSorted().join() !== branches.toSorted().join()) {
      const what = `{${name}} of '${key}' chooses from ${branches.join(', ')}`;
      tell(what, source.branches.join(', '), 'write the same choices as en-US');
    }
  }
}
