/** Where a recommendation may be shown: content/jurisdictions.yml by the country of the reader. */
import { isNull, notInArray, or, type SQL } from 'drizzle-orm';
import { readUnadvised } from '../../catalogue/jurisdictions.ts';
import type { Product } from '../../forms/lists.ts';
import { CONTENT } from '../content.ts';
import { posts } from '../db/schema.ts';

const byCountry = readUnadvised(CONTENT);
const anywhere = [...new Set([...byCountry.values()].flat())];

/** An ISO 3166-1 alpha-2 code. Null, where it is not known or a cache may keep the answer: only what is lawful everywhere. */
export type Country = string | null;

const unadvisedIn = (country: Country): readonly Product[] =>
  country === null ? anywhere : (byCountry.get(country) ?? []);

/** Whether a post may be shown in a country; `product`: what it recommends, if anything. */
export const isLawful = (product: Product | null, country: Country): boolean =>
  !product || !unadvisedIn(country).includes(product);

/** The same of rows of posts. */
export const lawfulIn = (country: Country): SQL | undefined =>
  or(isNull(posts.product), notInArray(posts.product, [...unadvisedIn(country)]));
