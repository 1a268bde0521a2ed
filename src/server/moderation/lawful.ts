/** Where a recommendation may be shown: content/jurisdictions.yml by the country of the reader. */
import { readUnadvised } from '../../catalogue/jurisdictions.ts';
import type { Product } from '../../forms/lists.ts';
import { CONTENT } from '../content.ts';

const byCountry = readUnadvised(CONTENT);
const anywhere = [...new Set([...byCountry.values()].flat())];

/**
 * Products whose recommendation is not shown in a country (ISO 3166-1 alpha-2). Null, where it is not known or a cache may
 * keep the answer: what is not lawful everywhere.
 */
export const unadvisedIn = (country: string | null): readonly Product[] =>
  country === null ? anywhere : (byCountry.get(country) ?? []);
