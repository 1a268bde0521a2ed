/** The tables of content/ that the desk shows as forms: their files, their lists of entries, and the fields of these. */
import { toJsonSchema } from '@valibot/to-json-schema';
import { z } from 'zod';
import { DICTIONARY_FILE, dictionaryEntry } from '../../catalogue/dictionary.ts';
import { exchangesSchema } from '../../catalogue/exchanges.ts';
import { OFFERS_FILE, offerSchema } from '../../catalogue/offers.ts';
import { OFFICIAL_SERIES_FILE, officialSeriesSchema } from '../../catalogue/officialSeries.ts';
import { PERMISSIONS_FILE, permissionEntry, permissionGroup } from '../../catalogue/permissions.ts';
import { factSchema, jurisdictionRow, jurisdictionsSchema, ruleSource, termSchema } from '../../catalogue/schemas.ts';
import { LOCALE_IDS } from '../../i18n/locales.ts';
import { memo } from '../../memo.ts';
import type { JsonSchema } from '../fields/shape.ts';
import type { TableName } from './tableNames.ts';

export interface List {
  /** Before the names of its entries; '' if the table has no other list with such names */
  name: string;
  /** Where its entries stand in the file; '*' is each entry of a list. Without it, the path is that of one entry */
  path: readonly string[];
  isOne?: true;
  schema: JsonSchema;
  /** The fields that are shown; the others stay as they are */
  fields?: readonly string[];
  /** What names a new entry: a key of the table, or this field of it */
  isNew?: { key: RegExp } | { field: string };
  /** True if entries may be removed */
  mayGo?: true;
}

export interface Table {
  name: string;
  kind: 'yaml' | 'messages' | 'mails';
  /** Of a table in YAML; messages and mails have one in each language */
  file: string;
  lists: readonly List[];
}

const ofZod = (schema: z.ZodType) => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
const ofValibot = (schema: Parameters<typeof toJsonSchema>[0]) =>
  toJsonSchema(schema, { errorMode: 'ignore' }) as JsonSchema;

const CAMEL = /^[a-z][A-Za-z0-9]*$/;
const WORDS = [...LOCALE_IDS];

/** Messages are words alone; mails have a subject and a text. */
const MESSAGE: JsonSchema = byLocale({ type: 'string' });
const MAIL: JsonSchema = byLocale({
  type: 'object',
  properties: { subject: { type: 'string', minLength: 1 }, text: { type: 'string', minLength: 1, isLong: true } },
  required: ['subject', 'text'],
});
function byLocale(of: JsonSchema): JsonSchema {
  const locales = LOCALE_IDS.map((locale) => [locale, of]);
  return {
    type: 'object',
    properties: Object.fromEntries(locales),
    required: LOCALE_IDS.filter((locale) => locale !== 'en-GB'),
  };
}

const yaml = (file: string, lists: readonly List[]): Table => ({
  name: file.replace('.yml', ''),
  kind: 'yaml',
  file,
  lists,
});

/** Made when the desk asks first. */
const tables = memo((_: 'all'): readonly Table[] => {
  const exchanges = exchangesSchema({}).shape;
  const series = officialSeriesSchema.shape;
  const entry = ofValibot(dictionaryEntry);
  const words = ['id', 'key', ...WORDS];
  return [
    yaml('facts.yml', [{ name: '', path: [], schema: ofZod(factSchema), isNew: { key: CAMEL }, mayGo: true }]),
    yaml('glossary.yml', [{ name: '', path: [], schema: ofZod(termSchema), isNew: { key: CAMEL }, mayGo: true }]),
    yaml(OFFERS_FILE, [{ name: '', path: [], schema: ofZod(offerSchema), isNew: { key: CAMEL }, mayGo: true }]),
    { name: 'ui', kind: 'messages', file: 'ui.json', lists: [{ name: '', path: [], schema: MESSAGE }] },
    { name: 'server', kind: 'messages', file: 'server.json', lists: [{ name: '', path: [], schema: MESSAGE }] },
    { name: 'mail', kind: 'mails', file: 'mail', lists: [{ name: '', path: [], schema: MAIL }] },
    yaml('exchanges.yml', [
      {
        name: 'exchanges',
        path: ['exchanges'],
        schema: ofZod(exchanges.exchanges.element),
        isNew: { field: 'mic' },
        mayGo: true,
      },
      {
        name: 'cities',
        path: ['cities'],
        schema: ofZod(exchanges.cities.valueType),
        isNew: { key: CAMEL },
        mayGo: true,
      },
    ]),
    yaml('jurisdictions.yml', [
      { name: 'default', path: ['default'], isOne: true, schema: ofZod(jurisdictionsSchema.shape.default) },
      { name: 'sources', path: ['sources'], schema: ofZod(ruleSource), isNew: { key: CAMEL }, mayGo: true },
      { name: 'rows', path: ['rows'], schema: ofZod(jurisdictionRow), isNew: { field: 'source' }, mayGo: true },
    ]),
    yaml(DICTIONARY_FILE, [
      { name: '', path: [], schema: entry, fields: words },
      { name: '', path: ['*', 'children'], schema: entry, fields: words, isNew: { field: 'key' }, mayGo: true },
      {
        name: '',
        path: ['*', 'children', '*', 'children'],
        schema: entry,
        fields: words,
        isNew: { field: 'key' },
        mayGo: true,
      },
    ]),
    yaml(PERMISSIONS_FILE, [
      { name: '', path: [], schema: ofValibot(permissionGroup), fields: WORDS },
      { name: '', path: ['*', 'permissions'], schema: ofValibot(permissionEntry), fields: WORDS },
    ]),
    yaml(OFFICIAL_SERIES_FILE, [
      {
        name: 'publishers',
        path: ['publishers'],
        schema: ofZod(series.publishers.valueType),
        fields: ['name', 'licence', 'notice'],
      },
      {
        name: 'series',
        path: ['files', '*', 'series'],
        schema: ofZod(series.files.element.shape.series.element),
        fields: ['name'],
      },
    ]),
  ];
});

/** The table with a name of TABLE_NAMES. */
export const tableOf = (name: TableName): Table => tables('all').find((table) => table.name === name) as Table;
