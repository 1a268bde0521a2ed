/**
 * Examples of what a call takes and answers, from its schemas: what a schema states itself (v.examples() in the
 * contract), then values by the name of a field, then what its type gives. tests/unit/components/reference.test.ts
 * validates every one.
 */
import { createHash } from 'node:crypto';
import { SUCCESS } from '../../contract/common.ts';
import {
  type Answer,
  type ApiCall,
  type Body,
  DIGEST,
  JSON_MEDIA,
  type Parameter,
  type Schema,
  SIGNED,
} from './document.ts';
import { entryOf, isNull } from './fields.ts';

const TIME = '2026-11-23T08:30:00.000Z';
/** A secret of any call, that is none. */
const SECRET = 'example-secret-0123456789';
const ID = 'example-id-0123';
const TEXT = 'text';
const CURSOR = 'MTc2Mzg4NjYwMDAwMC40NzEx';

const MALE = ['Male', '男性', '男', '男'] as const;
/** Names in each language, below a parent or in a call. */
const inLanguages = (at: string, [english, ja, tw, cn]: readonly [string, string, string, string]) =>
  Object.fromEntries(
    Object.entries({ 'en-US': english, 'en-GB': english, ja, tw, cn }).map(([name, value]) => [
      `${at}.${name}`,
      [value],
    ]),
  );

/**
 * By the name of a field, by the names of its parent and its own, or by those of the call and its own; the first that
 * fits the schema is shown. The people are nobody, and the addresses are reserved for documentation (RFC 2606, 5737).
 */
const VALUES: ReadonlyMap<string, readonly unknown[]> = new Map(
  Object.entries({
    message: ['OK'],

    ip: ['203.0.113.7'],
    id: [ID, 392, '4711'],
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
    ...inLanguages('dictionary', MALE),
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
    'answers.text': ['Open the user center and enter your broker number.'],
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
    'enquiry.from': ['2027-01-11'],
    'enquiry.until': ['2027-02-07'],
    markets: ['JP'],
    'referral.code': ['q3Zt8LmVx0Ab'],
    'userReferral.code': ['q3Zt8LmVx0Ab'],
    counted: [2],
    missing: [null],
    pictures: [0, SECRET],
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
    nickname: ['Mary'],
    name: ['Mary Example'],
    'devices.name': ['Laptop'],
    'userDeviceName.name': ['Laptop'],
    givenName: ['Mary'],
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
    // cspell:ignore otpauth EFGH
    'userTwoStepBegin.address': ['otpauth://totp/Finger:user@example.com?secret=ABCD2345EFGH6723&issuer=Finger'],
    'userGeneral.address': ['/u/mary'],
    'userGeneralChange.address': ['/u/mary'],
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

    // cspell:ignore keyid
    'Signature-Input': [
      'sig1=("@method" "@target-uri");created=1795422600;nonce="q3N8cT5yWm1xZk7R";keyid="Vb3kPz0qTn8sYw2L";alg="ed25519"',
    ],
    Signature: [`sig1=:${'A'.repeat(86)}==:`],
    'partnerCities.country': ['JP'],
    'partnerCities.id': [1_850_147],
    'partnerCities.name': ['Tokyo'],
    'partnerDictionary.id': ['0', 1],
    'partnerDictionary.key': ['MALE'],
    ...inLanguages('partnerDictionary', MALE),
    ...inLanguages('partnerExchanges', [
      'New York Stock Exchange',
      'ニューヨーク証券取引所',
      '紐約證券交易所',
      '纽约证券交易所',
    ]),
    ...inLanguages('cities', ['New York', 'ニューヨーク', '紐約', '纽约']),

    company: [ID],
    member: [ID],
    department: [ID],
    parent: [null],
    roles: [ID],
    by: [ID],
    until: [null],
    permission: ['staff.viewMembers'],
    permissions: ['staff.viewMembers'],
    'exceptions.permissions': ['orders.enter', 'orders.approveException'],
    'companyExcept.permissions': ['orders.enter', 'orders.approveException'],
    conflicts: ['orders.enter'],
    'company.name': ['Example Securities'],
    'companies.name': ['Example Securities'],
    'companyCreate.name': ['Example Securities'],
    'departments.name': ['Sales'],
    'reasons.name': ['Sales'],
    licence: ['0000-000'],
    authority: ['Example Authority'],
    website: ['https://www.example.com'],
    contact: ['office@example.com'],
    description: ['Brokerage for private clients.'],
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
 * An example of what a schema describes. A request has what is required and what the contract states an example for,
 * else its first field; an answer has every field. Throws where the contract must state one itself.
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
  if (type === 'array') {
    const entry = entryOf(schema);
    const length = Math.max(schema.minItems ?? 1, 1);
    const fitting = known.filter((value) => fits(entry, value));
    if (fitting.length >= length) return fitting.slice(0, length);
    return Array.from({ length }, () => exampleOf(entry, path, isRequest));
  }
  if (type === 'null') return null;
  if (type === 'boolean') return schema.default ?? true;
  if (schema.format === 'date-time' || (type === 'string' && isTime(name))) return TIME;
  if (type === 'number' || type === 'integer') return schema.minimum ?? 1;
  if (Object.keys(schema).length === 0) return null;
  if (schema.format === 'email') return 'user@example.com';
  if (schema.format === 'uri') return 'https://www.example.com';
  if (fits(schema, TEXT)) return TEXT;
  throw new Error(`State an example for ${path.join('.')}: by v.examples(), or in components/reference/examples.ts`);
}

function objectOf({ properties = {}, required = [], additionalProperties }: Schema, path: Path, isRequest: boolean) {
  const described = Object.entries(properties).filter(([, one]) => Object.keys(one).length > 0);
  const needed = described.filter(([name, { examples }]) => required.includes(name) || examples);
  const shown = isRequest ? (needed.length > 0 ? needed : described.slice(0, 1)) : described;
  if (shown.length === 0 && typeof additionalProperties === 'object') shown.push(['name', additionalProperties]);
  return Object.fromEntries(shown.map(([name, one]) => [name, exampleOf(one, [...path, name], isRequest)]));
}

export function parameterExample(call: ApiCall, { name, schema }: Parameter): unknown {
  if (name !== DIGEST || !call.body) return exampleOf(schema, [call.id, name], true);
  return `sha-256=:${createHash('sha256').update(textOf(call, call.body)).digest('base64')}:`;
}

/** The example of a body or an answer that is JSON; undefined for another media type. */
export function bodyExample(call: ApiCall, body: Body | Answer, isRequest: boolean): unknown {
  if (body.example !== undefined) return body.example;
  if (body.media !== JSON_MEDIA || !body.schema) return undefined;
  const data = exampleOf(body.schema, [call.id, ...(isRequest ? [] : ['data'])], isRequest);
  return 'inEnvelope' in body && body.inEnvelope ? { code: SUCCESS, message: 'OK', data } : data;
}

/** Path and query of a call as one types them: required parameters and the first of the query. */
export function targetOf(call: ApiCall): string {
  let { path } = call;
  const query: string[] = [];
  const [firstInQuery] = call.parameters.filter((one) => one.in === 'query');
  for (const one of call.parameters) {
    const value = encodeURIComponent(String(parameterExample(call, one)));
    if (one.in === 'path') path = path.replace(`{${one.name}}`, value);
    else if (one.in === 'query' && (one.required || one === firstInQuery)) query.push(`${one.name}=${value}`);
  }
  return [path, ...(query.length > 0 ? [query.join('&')] : [])].join('?');
}

/** A call as one types it, with the headers that it requires. `base`: the address of the API. */
export function curlOf(call: ApiCall, base: string): string {
  const { method, parameters, body } = call;
  const headers = parameters
    .filter((one) => one.in === 'header' && one.required)
    .map((one) => headerOf(one.name, String(parameterExample(call, one))));
  const address = `"${base}${targetOf(call)}"`;
  const sent = body && sentOf(call, body);
  return [`curl ${method === 'GET' ? '' : `-X ${method} `}${address}`, ...headers, ...(sent ?? [])].join(' \\\n  ');
}

/** A signature holds for a minute, so that its headers are variables of the shell. */
const headerOf = (name: string, value: string) =>
  SIGNED.includes(name) ? `-H "${name}: $${name.replace('-', '_').toUpperCase()}"` : `-H '${name}: ${value}'`;

/** A body as it is sent. */
const textOf = (call: ApiCall, body: Body) => JSON.stringify(bodyExample(call, body, true), null, 2);

function sentOf(call: ApiCall, body: Body): string[] {
  if (body.media.startsWith('multipart/')) {
    return Object.keys(body.schema?.properties ?? {}).map((name) => `-F '${name}=@picture.png'`);
  }
  return [`-H 'Content-Type: ${body.media}'`, `-d '${textOf(call, body)}'`];
}
