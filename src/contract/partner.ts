/**
 * The partner API as it goes over the wire: calls of companies' systems, signed with their keys. Its OpenAPI document
 * and the reference for developers are made from these shapes. server/partner/layers.ts says what every call passes.
 */
import * as v from 'valibot';
import { KEY_KINDS, KEY_LIMITS, QUESTION_STATES, SCOPES, STATES } from '../forms/lists.ts';
import { byLocale } from '../i18n/locales.ts';
import { callsBelow } from './common.ts';
import { memberPermissionsData } from './companies.ts';
import { PUBLICATION_KINDS, publicationsData, publishedPublicationData } from './companyPublishing.ts';
import {
  applicationDecisionCall,
  applicationLicenseCall,
  applicationProductsCall,
  assignedApplicationCall,
  assignedApplicationsData,
  assignedQuestionCall,
  assignedQuestionsData,
} from './companyWork.ts';
import { flashListData, itemData, newsListData, newsSourcesCall } from './news.ts';
import { city, country, dictionaryEntry } from './places.ts';

export { KEY_KINDS, type KeyKind, SCOPES, type Scope } from '../forms/lists.ts';

export const PARTNER_ROOT = '/api/partner/v1';
export const PARTNER_OPENAPI_PATH = `${PARTNER_ROOT}/openapi.json`;

const call = /* @__PURE__ */ callsBelow(PARTNER_ROOT);

/** What the signature of a call must cover, state and keep to. */
export const SIGNATURE = {
  components: ['@method', '@target-uri'],
  /** Besides, for a call with a body */
  bodyComponent: 'content-digest',
  parameters: ['created', 'nonce', 'keyid', 'alg'],
  algorithm: 'ed25519',
  /** Seconds that `created` may differ from our clock */
  clockS: 60,
  /** Characters of a nonce */
  nonce: { least: 16, most: 128 },
} as const;

const described = <S extends v.GenericSchema>(shape: S, description: string, ...examples: v.InferInput<S>[]) =>
  v.pipe(shape, v.metadata({ description, ...(examples.length > 0 && { examples }) }));
const text = (description: string, ...examples: string[]) => described(v.string(), description, ...examples);
const instant = (description: string) => text(`${description}; ISO 8601 in UTC`, '2026-11-23T08:30:00.000Z');
const listOf = <S extends v.GenericSchema>(entry: S) => v.object({ list: v.array(entry) });
const names = /* @__PURE__ */ v.object(byLocale(() => v.string()));

const partnerKeyData = v.object({
  id: text('The keyid of signatures', '5f0c2a9e4b7d1836ca20e4f1'),
  name: text('As the company has named it', 'Order system'),
  kind: described(v.picklist(KEY_KINDS), 'What a sandbox key writes is seen by its company only', 'sandbox'),
  scopes: described(v.array(v.picklist(SCOPES)), 'What the key may be used for', ['reference.read']),
  networks: described(v.array(v.string()), 'Networks from which it may call', ['203.0.113.0/24']),
  perMinute: described(v.pipe(v.number(), v.integer()), 'Calls that it may make per minute', KEY_LIMITS.perMinute),
  company: v.object({
    id: text('The company', 'b81d4e7702fa9c3365e0d7a4'),
    name: text('Its registered name', 'Example Securities'),
    confirmed: described(v.boolean(), 'Whether its registration has been confirmed', true),
  }),
  member: text('The member in whose name the key calls', '93aa1c5be8f04d2671bd0e58'),
  createdAt: instant('When it was made'),
  expiresAt: described(v.nullable(v.string()), 'When it ends; null for no end', null),
});
/** GET: who am I */
export const partnerKeyCall = /* @__PURE__ */ call('/key', partnerKeyData);

/** GET, as the public calls of the same name answer. */
export const partnerCountriesCall = /* @__PURE__ */ call('/countries', listOf(country));
export const partnerCitiesCall = /* @__PURE__ */ call('/cities/{country}', listOf(city));
export const partnerDictionaryCall = /* @__PURE__ */ call('/dictionary/{id}', listOf(dictionaryEntry));

const time = (description: string, example: string) =>
  described(v.pipe(v.string(), v.regex(/^([01]\d|2[0-4]):[0-5]\d$/)), description, example);
const date = (description: string, example: string) =>
  described(v.pipe(v.string(), v.regex(/^\d{4}-\d{2}-\d{2}$/)), description, example);
const sessions = v.array(
  v.object({
    opens: time('Local time; this minute is open', '09:30'),
    closes: time('Local time; this minute is closed', '16:00'),
  }),
);
const week = described(v.pipe(v.array(sessions), v.length(7)), 'Sessions of the seven weekdays, Sunday first');
const partnerExchange = v.object({
  mic: described(v.pipe(v.string(), v.regex(/^[A-Z0-9]{4}$/)), 'ISO 10383 market identifier code', 'XNYS'),
  names: described(names, 'Its name in each language'),
  cities: described(names, 'The name of its city in each language'),
  latitude: described(v.number(), 'Of the city, in degrees', 40.71),
  longitude: described(v.number(), 'Of the city, in degrees', -74.01),
  zone: text('IANA time zone of all its times', 'America/New_York'),
  week,
  standardTime: described(
    v.nullable(v.object({ of: text('IANA time zone', 'America/New_York'), week })),
    'The week while another zone is on standard time; null if it makes no difference',
  ),
  holidays: v.array(date('A day on which it is closed', '2026-12-25')),
  specialDays: described(
    v.array(v.object({ date: date('A day with its own sessions', '2026-12-24'), sessions })),
    'Days with their own sessions, such as half days; they count on weekends too',
  ),
  confirmed: described(
    v.nullable(v.object({ from: date('First day', '2026-01-01'), until: date('Last day', '2026-12-31') })),
    'For which days holidays and special days were compared with the calendar of the exchange; null for none',
  ),
});
export type PartnerExchange = v.InferOutput<typeof partnerExchange>;
/** GET */
export const partnerExchangesCall = /* @__PURE__ */ call('/exchanges', listOf(partnerExchange));

/** Permissions that one call may ask for. */
export const MOST_CHECKED = 50;
/** `member` or `email`, not both. */
export const permissionCheckBody = v.pipe(
  v.object({
    member: v.optional(
      described(v.pipe(v.string('choiceUnknown'), v.regex(/^[\w-]{8,64}$/, 'choiceUnknown')), 'The id of a member'),
    ),
    email: v.optional(
      described(
        v.pipe(v.string('emailEmpty'), v.maxLength(254, 'tooLong:254'), v.email('emailFormat:name@example.com')),
        'Instead: the address of a member',
        'hana@example.com',
      ),
    ),
    permissions: described(
      v.pipe(
        v.array(v.string('choiceUnknown'), 'choiceUnknown'),
        v.nonEmpty('choiceUnknown'),
        v.maxLength(MOST_CHECKED, 'choiceUnknown'),
      ),
      'Ids of permissions',
      ['orders.enter', 'orders.cancel'],
    ),
  }),
  v.forward(
    v.check(({ member, email }) => (member === undefined) !== (email === undefined), 'choiceUnknown'),
    ['member'],
  ),
);
export const permissionCheckData = v.object({
  member: text('The id of the member', '93aa1c5be8f04d2671bd0e58'),
  /** In the order in which they were asked */
  decisions: memberPermissionsData.entries.decisions,
});
/** POST: what a member of the key's company may do, and why */
export const permissionCheckCall = /* @__PURE__ */ call('/permissions/check', permissionCheckData);

/** GET, as the public calls of the same name answer. */
export const partnerNewsCall = /* @__PURE__ */ call('/news', newsListData);
export const partnerNewsItemCall = /* @__PURE__ */ call('/news/{id}', itemData);
export const partnerSourcesCall = /* @__PURE__ */ call('/sources', newsSourcesCall.data);
export const partnerFlashCall = /* @__PURE__ */ call('/flash', flashListData);
export const partnerFlashItemCall = /* @__PURE__ */ call('/flash/{id}', itemData);
/** GET: server-sent events, as FLASH_STREAM_PATH sends them. The signature is checked once, at the start. */
export const partnerFlashStreamCall = /* @__PURE__ */ call('/flash/stream', v.never());

const after = v.optional(described(v.string(), 'The last `next`'));
/**
 * POST news or a flash, once for each Idempotency-Key. What a sandbox key publishes only its company sees, by the calls
 * for publications. Bodies are in forms/publicationForms.ts.
 */
export const partnerNewsPublishCall = /* @__PURE__ */ call('/news', publishedPublicationData);
export const partnerFlashPublishCall = /* @__PURE__ */ call('/flash', publishedPublicationData);
/** GET: what the company has published, newest first; for a sandbox key what the sandbox keys have */
export const partnerPublicationsCall = /* @__PURE__ */ call('/publications', publicationsData);
export const publicationsQuery = v.object({
  kind: v.optional(described(v.picklist(PUBLICATION_KINDS, 'choiceUnknown'), 'Only these')),
  after,
});
/** PUT corrects it. */
export const partnerPublicationCall = /* @__PURE__ */ call('/publications/{id}', publishedPublicationData);
/** POST */
export const partnerWithdrawalCall = /* @__PURE__ */ call('/publications/{id}/withdraw', publishedPublicationData);

const nothing = v.nullable(v.object({}));
/** What the operator has assigned to the company (contract/companyWork.ts). Nothing is assigned in the sandbox. */
export const partnerApplicationsCall = /* @__PURE__ */ call('/applications', assignedApplicationsData);
export const applicationsQuery = v.object({
  state: v.optional(described(v.picklist(STATES, 'choiceUnknown'), 'Only these')),
  after,
});
export const partnerApplicationCall = /* @__PURE__ */ call('/applications/{reference}', assignedApplicationCall.data);
/** PUT hands it to a member, or to nobody. */
export const partnerApplicationMemberCall = /* @__PURE__ */ call('/applications/{reference}/member', nothing);
/** POST */
export const partnerDecisionCall = /* @__PURE__ */ call(
  '/applications/{reference}/decision',
  applicationDecisionCall.data,
);
/** PUT */
export const partnerProductsCall = /* @__PURE__ */ call(
  '/applications/{reference}/products',
  applicationProductsCall.data,
);
/** PUT notes that the license was checked, or refuses it. */
export const partnerLicenseCall = /* @__PURE__ */ call(
  '/applications/{reference}/license',
  applicationLicenseCall.data,
);
export const partnerQuestionsCall = /* @__PURE__ */ call('/questions', assignedQuestionsData);
export const questionsQuery = v.object({
  state: v.optional(described(v.picklist(QUESTION_STATES, 'choiceUnknown'), 'Only these')),
  after,
});
export const partnerQuestionCall = /* @__PURE__ */ call('/questions/{reference}', assignedQuestionCall.data);
/** PUT hands it to a member, or to nobody. */
export const partnerQuestionMemberCall = /* @__PURE__ */ call('/questions/{reference}/member', nothing);
/** POST */
export const partnerAnswerCall = /* @__PURE__ */ call('/questions/{reference}/answer', nothing);
