/**
 * Examples of what a call takes and answers, from its schemas: what a schema states itself (v.examples() in the
 * contract), then values by the name of a field, then what its type gives. tests/unit/components/reference.test.ts
 * validates every one.
 */
import { SUCCESS } from '../../contract/common.ts';
import { type Answer, type ApiCall, type Body, JSON_MEDIA, type Parameter, type Schema } from './document.ts';
import { entryOf, isNull } from './fields.ts';

const TIME = '2026-11-23T08:30:00.000Z';
/** As long as the secrets of the server, and no secret. */
const SECRET = 'dGhpcyBpcyBubyBzZWNyZXQtMDE';
const ID = 'dGhpcy1pcy1hbi1pZA';
const CURSOR = 'MTc2Mzg4NjYwMDAwMC40NzEx';

/**
 * By the name of a field, by the names of its parent and its own, or by those of the call and its own; the first that
 * fits the schema is shown. The people are nobody, and the addresses are reserved for documentation (RFC 2606, 5737).
 */
const VALUES: ReadonlyMap<string, readonly unknown[]> = new Map(
  Object.entries({
    message: ['OK'],

    ip: ['203.0.113.7'],
    id: ['392', 392, '4711'],
    'cityList.id': ['JP', 1_850_147],
    'dictionary.id': ['0', 1],
    parentId: [0],
    code: [SUCCESS, 'JP'],
    'dictionary.key': ['MALE'],
    'cityList.name': ['Tokyo'],
    population: [9_733_276],
    dialCode: ['+81'],
    currency: ['JPY'],
    'en-US': ['Japan'],
    'en-GB': ['Japan'],
    ja: ['日本'],
    tw: ['日本'],
    cn: ['日本'],
    'dictionary.en-US': ['Male'],
    'dictionary.en-GB': ['Male'],
    'dictionary.ja': ['男性'],
    'dictionary.tw': ['男'],
    'dictionary.cn': ['男'],
    country: ['JP', 'Japan'],
    'list.country': ['Japan'],
    countryCode: ['JP'],
    city: [1_850_147, 'Tokyo'],
    cityName: ['Tokyo'],
    region: ['Tokyo'],

    language: ['en'],
    category: ['market', 'desk'],
    'flashPublish.category': ['desk'],
    without: ['market'],
    source: ['market'],
    'newsList.id': ['4711'],
    'flashList.id': ['4711'],
    'flashPublish.id': ['4711'],
    'item.id': ['4711'],
    'newsItem.id': ['4711'],
    'flashItem.id': ['4711'],
    'related.id': ['4709'],
    'source.id': ['market'],
    'source.name': ['Market clock'],
    'newsSources.id': ['example'],
    'newsSources.name': ['Example feed'],
    title: ['Tokyo opens'],
    summary: ['The Tokyo Stock Exchange has opened for the morning session.'],
    link: ['https://www.example.com/news/4711'],
    page: ['https://www.example.com/news'],
    important: [false],
    reason: [null],
    symbols: ['N225'],
    cluster: ['4711'],
    withdrawn: ['4698'],
    gap: [false],
    q: ['rate decision'],
    include: ['rate,inflation'],
    exclude: ['crypto'],
    limit: ['20'],
    last: ['4711'],
    after: ['4711'],
    next: [CURSOR],
    before: [CURSOR],
    cursor: [CURSOR],
    failures: [0],
    lastError: [null],
    itemsSeen: [1280],

    reference: ['FA-7K2M-9QXD-4TVR', 'FQ-7K2M-9QXD-4TVR'],
    'supportQuestion.reference': ['FQ-7K2M-9QXD-4TVR'],
    'questions.reference': ['FQ-7K2M-9QXD-4TVR'],
    fixedBy: ['FA-7K2M-9QXD-4TVR'],
    fixed: ['birthDate'],
    'Idempotency-Key': ['0b8f2c1e-6a57-4d0a-9d53-3f1c7d1b2a90'],
    'Application-Secret': [SECRET],
    'Question-Secret': [SECRET],
    secret: [SECRET],
    question: ['How do I connect my broker account?'],
    text: ['Open the user center and enter your broker number.'],
    'enquiry.company': ['Example Asset Management'],
    'enquiry.name': ['Hana Sato'],
    from: ['2027-01-11'],
    until: ['2027-02-07'],
    markets: ['JP'],
    'referral.code': ['q3Zt8LmVx0Ab'],
    'userReferral.code': ['q3Zt8LmVx0Ab'],
    counted: [2],
    missing: [null],
    pictures: [0, SECRET],
    'accountLicence.id': [SECRET],
    'supportPicture.id': [SECRET],
    number: [1],
    line1: ['1-1 Example'],
    line2: [''],
    postcode: ['100-0000'],

    email: ['user@example.com'],
    newEmail: [null],
    'userEmail.email': ['new@example.com'],
    password: ['four words that nobody guesses'],
    'userPassword.password': ['five other words that nobody guesses'],
    current: ['four words that nobody guesses'],
    hint: ['Four words'],
    nickname: ['Kiku'],
    name: ['Kiku Example'],
    'devices.name': ['Laptop'],
    'userDeviceName.name': ['Laptop'],
    'devices.id': [ID],
    'userDeviceName.id': [ID],
    'userDeviceEnd.id': [ID],
    'userAvatarPicture.id': [ID],
    givenName: ['Kiku'],
    familyName: ['Example'],
    birthDate: ['1990-04-01'],
    phone: ['+81312345678'],
    mobile: ['+819012345678'],
    brokerNumber: ['EX-1024'],
    token: [SECRET],
    device: [SECRET],
    challenge: [SECRET],
    isNew: [false],
    erasedAt: [null],
    'userClose.erasedAt': [TIME],
    'userTwoStepOn.code': ['123456'],
    'userLogInCode.code': ['123456'],
    codes: ['7k2m9-qxd4t'],
    'userTwoStepEnd.data': [null],
    'userTwoStepBegin.address': ['otpauth://totp/Finger:user@example.com?secret=JBSWY3DPEHPK3PXP&issuer=Finger'],
    'userGeneral.address': ['/u/kiku'],
    'userGeneralChange.address': ['/u/kiku'],
    path: ['M0 0h7v1H0z'],
    size: [41],
    codesLeft: [10],
    seconds: [43_200],
    coolingDays: [14],
    avatar: [`/api/web/user/avatar/${ID}`],
    'userAvatarRemove.avatar': [null],
    browser: ['Firefox'],
    system: ['Linux'],
    social: ['Example ID'],
    timeZone: ['Asia/Tokyo'],
    zone: ['Asia/Tokyo'],
    version: ['2026-11-22'],
    'versions.futures': ['2026-11-22'],
    'versions.options': ['2026-11-22'],
    'versions.forex': ['2026-11-22'],
    locale: ['en-US'],
    withdrawnAt: [null],
  }),
);

/** Values for names that end alike: '…At' is a time. */
const isTime = (name: string) => /At$|^at$|^since$/.test(name);

/** Whether a schema allows a value, without a look into objects and lists. */
function fits(schema: Schema, value: unknown): boolean {
  const { type, pattern, minLength = 0, maxLength = Infinity, minimum, maximum, anyOf = [] } = schema;
  // Of alternatives only null: any other value fits one of them.
  if (value === null) return anyOf.some(isNull);
  if (type === 'string') {
    if (typeof value !== 'string' || value.length < minLength || value.length > maxLength) return false;
    return pattern === undefined || new RegExp(pattern, 'u').test(value);
  }
  if (type === 'boolean') return typeof value === 'boolean';
  if (type !== 'number' && type !== 'integer') return false;
  return typeof value === 'number' && value >= (minimum ?? -Infinity) && value <= (maximum ?? Infinity);
}

/** `path`: the call, then the names of the fields that lead to the value. */
type Path = readonly string[];

/**
 * An example of what a schema describes. A request has what is required, and its first field if nothing is; an answer
 * has every field. Throws where the contract must state one itself.
 */
export function exampleOf(schema: Schema, path: Path, isRequest: boolean): unknown {
  const { examples, const: only, enum: values, anyOf, oneOf, type } = schema;
  if (examples && examples.length > 0) return examples[0];
  if (only !== undefined) return only;
  if (values) return values.find((value) => value === schema.default) ?? values[0];
  const name = path.at(-1) ?? '';
  const known = [path.slice(-2).join('.'), `${path[0]}.${name}`, name].flatMap((key) => VALUES.get(key) ?? []);
  const found = known.find((value) => fits(schema, value));
  if (found !== undefined) return found;
  const alternatives = anyOf ?? oneOf;
  if (alternatives) {
    const shown = alternatives.find((one) => !isNull(one)) ?? {};
    const isEmpty =
      shown.type === 'object' && Object.keys(shown.properties ?? {}).length === 0 && !shown.additionalProperties;
    return isEmpty && alternatives.some(isNull) ? null : exampleOf(shown, path, isRequest);
  }
  if (type === 'object') return objectOf(schema, path, isRequest);
  if (type === 'array') return [exampleOf(entryOf(schema), path, isRequest)];
  if (type === 'null') return null;
  if (type === 'boolean') return schema.default ?? true;
  if (schema.format === 'date-time' || (type === 'string' && isTime(name))) return TIME;
  if (type === 'number' || type === 'integer') return schema.minimum ?? 1;
  if (Object.keys(schema).length === 0) return null;
  throw new Error(`No example for ${path.join('.')}: state one by v.examples() or in components/reference/examples.ts`);
}

function objectOf({ properties = {}, required = [], additionalProperties }: Schema, path: Path, isRequest: boolean) {
  const names = Object.keys(properties).filter((name) => Object.keys(properties[name] ?? {}).length > 0);
  const first = names.slice(0, 1);
  const shown = isRequest ? (required.length > 0 ? names.filter((name) => required.includes(name)) : first) : names;
  const entries = shown.map((name) => [name, exampleOf(properties[name] ?? {}, [...path, name], isRequest)]);
  if (entries.length === 0 && typeof additionalProperties === 'object') {
    entries.push(['id', exampleOf(additionalProperties, [...path, 'id'], isRequest)]);
  }
  return Object.fromEntries(entries);
}

export const parameterExample = (call: ApiCall, { name, schema }: Parameter) =>
  exampleOf(schema, [call.id, name], true);

/** The example of a body or an answer that is JSON; undefined for another media type. */
export function bodyExample(call: ApiCall, body: Body | Answer, isRequest: boolean): unknown {
  if (body.example !== undefined) return body.example;
  if (body.media !== JSON_MEDIA || !body.schema) return undefined;
  const data = exampleOf(body.schema, [call.id, ...(isRequest ? [] : ['data'])], isRequest);
  return 'inEnvelope' in body && body.inEnvelope ? { code: SUCCESS, message: 'OK', data } : data;
}

/** A call as one types it: required parameters and the first of the query. `base`: the address of the API. */
export function curlOf(call: ApiCall, base: string): string {
  const { method, parameters, body } = call;
  const shownOf = (one: Parameter) => String(parameterExample(call, one));
  let { path } = call;
  const query: string[] = [];
  const headers: string[] = [];
  const inQuery = parameters.filter((one) => one.in === 'query');
  for (const one of parameters) {
    const value = shownOf(one);
    if (one.in === 'path') path = path.replace(`{${one.name}}`, encodeURIComponent(value));
    else if (!one.required && one !== inQuery[0]) continue;
    else if (one.in === 'query') query.push(`${one.name}=${encodeURIComponent(value)}`);
    else headers.push(`-H '${one.name}: ${value}'`);
  }
  const address = `"${base}${[path, ...(query.length > 0 ? [query.join('&')] : [])].join('?')}"`;
  const sent = body && sentOf(call, body);
  return [`curl ${method === 'GET' ? '' : `-X ${method} `}${address}`, ...headers, ...(sent ?? [])].join(' \\\n  ');
}

function sentOf(call: ApiCall, body: Body): string[] {
  if (body.media.startsWith('multipart/')) {
    return Object.keys(body.schema?.properties ?? {}).map((name) => `-F '${name}=@picture.png'`);
  }
  const text = JSON.stringify(bodyExample(call, body, true), null, 2);
  return [`-H 'Content-Type: ${body.media}'`, `-d '${text}'`];
}
