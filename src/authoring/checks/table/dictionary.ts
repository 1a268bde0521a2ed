import { DICTIONARY_FILE, isPlace, readDictionary } from '../../../catalogue/dictionary.ts';
import {
  AD_BUDGETS,
  AD_FORMATS,
  EMPLOYMENT,
  EXPERIENCE,
  FUNDS,
  GENDERS,
  INCOME,
  keysOf,
  LICENSE_TYPES,
  NET_WORTH,
} from '../../../forms/lists.ts';
import { AS_ENTRIES_BESIDE, tableRule } from '../tables.ts';

/** The entries that forms know by their keys. */
const LISTS: Record<string, readonly string[]> = {
  EMPLOYMENT_STATUS: EMPLOYMENT,
  ANNUAL_INCOME: keysOf(INCOME),
  NET_WORTH: keysOf(NET_WORTH),
  INVESTMENT_EXPERIENCE: keysOf(EXPERIENCE),
  GENDER: GENDERS,
  LICENSE_TYPE: LICENSE_TYPES,
  SOURCE_OF_FUNDS: FUNDS,
  AD_FORMAT: AD_FORMATS,
  AD_BUDGET: AD_BUDGETS,
};

/** The words that forms offer: ids, keys, and every language. */
export const dictionary = tableRule(DICTIONARY_FILE, (written, report) => {
  const entries = readDictionary(written, (line, what) => report(line, what, '', AS_ENTRIES_BESIDE));
  const ids = new Set<number>();
  const doubled: (readonly PropertyKey[])[] = [];
  for (const { id, parentId, path } of placedIds(written.value, 0)) {
    const isDoubled = ids.has(id);
    ids.add(id);
    // Those below an id that stands twice were counted on from the right one.
    if (isDoubled) doubled.push(path);
    if (isPlace(id, parentId) || doubled.some((place) => place.every((step, at) => path[at] === step))) continue;
    const what = `the id ${id} is not one below ${parentId || 'the top'}`;
    report(written.lineOf([...path, 'id']), what, '', 'count on from the entry above it');
  }
  for (const [root, keys] of Object.entries(LISTS)) {
    const parent = entries.find(({ key }) => key === root);
    const siblings = entries.filter(({ parentId }) => parentId === parent?.id).map(({ key }) => key);
    if (!parent || siblings.toSorted().join() === keys.toSorted().join()) continue;
    const index = (written.value as { key?: string }[]).findIndex(({ key }) => key === root);
    const [lost, odd] = [keys.filter((key) => !siblings.includes(key)), siblings.filter((key) => !keys.includes(key))];
    const what = [...lost.map((key) => `${key} is missing`), ...odd.map((key) => `${key} is unknown to the forms`)];
    const remedy = 'bring the key back; for a new one ask a developer (src/forms/lists.ts)';
    report(written.lineOf([index, 'key']), `below ${root} ${what.join(', ')}`, keys.join(', '), remedy);
  }
});

/** The ids of a list and of the lists below it, each with its parent's. */
function* placedIds(
  list: unknown,
  parentId: number,
  path: readonly PropertyKey[] = [],
): Generator<{ id: number; parentId: number; path: readonly PropertyKey[] }> {
  for (const [index, entry] of (Array.isArray(list) ? list : []).entries()) {
    const { id, children } = Object(entry) as { id?: unknown; children?: unknown };
    if (typeof id !== 'number') continue; // It is reported above.
    yield { id, parentId, path: [...path, index] };
    yield* placedIds(children, id, [...path, index, 'children']);
  }
}
