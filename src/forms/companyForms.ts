/** The shapes of what members of a company send. Only the server checks them. */
import * as v from 'valibot';
import { LOCALE_IDS } from '../i18n/locales.ts';
import { anyText, choice, choices, email, fields, flag, lines, optionalText, text } from './fields.ts';
import { KEY_KINDS, MOST_ANSWER, MOST_ASKED, MOST_REASON, PRODUCTS } from './lists.ts';
import { shownName } from './names.ts';

const id = v.pipe(v.string('choiceUnknown'), v.regex(/^[\w-]{8,64}$/, 'choiceUnknown'));
const name = (most: number) => shownName(most, 'nameEmpty');

/** An end in the future; null for none. */
export const until = (now: Date) =>
  v.nullable(
    v.pipe(
      v.string('untilFormat'),
      v.isoTimestamp('untilFormat'),
      v.check((input) => Date.parse(input) > now.getTime(), 'untilPast'),
    ),
  );

/** License number and authority: both, or neither. */
export const registrationShape = ({ isCountry }: { isCountry: (code: string) => boolean }) =>
  v.pipe(
    fields(
      {
        name: shownName(200, 'companyEmpty'),
        country: v.pipe(v.string('countryEmpty'), v.nonEmpty('countryEmpty'), v.check(isCountry, 'choiceUnknown')),
        licence: optionalText(100),
        authority: optionalText(200),
      },
      'companyEmpty',
    ),
    v.forward(
      v.check(({ licence, authority }) => !authority || licence !== '', 'licenceNumberEmpty'),
      ['licence'],
    ),
    v.forward(
      v.check(({ licence, authority }) => !licence || authority !== '', 'authorityEmpty'),
      ['authority'],
    ),
  );
export type Registration = v.InferOutput<ReturnType<typeof registrationShape>>;

const website = v.pipe(
  anyText(200),
  v.check((address) => address === '' || URL.parse(address)?.protocol === 'https:', 'addressFormat'),
);
/** `description` may have several lines; '' removes it, as it removes the others. */
export const companyProfileShape = fields(
  {
    description: v.union([v.literal(''), lines(1000, 'choiceUnknown')], 'textCharacters'),
    website,
    contact: v.union([v.literal(''), email], 'choiceUnknown'),
  },
  'choiceUnknown',
);

/** The link's token, or the id of an invitation to the user's own address. */
export const joinShape = v.union(
  [
    fields({ token: v.pipe(v.string('linkUsed'), v.regex(/^[\w-]{16,100}$/, 'linkUsed')) }, 'linkUsed'),
    fields({ invitation: id }, 'linkUsed'),
  ],
  'linkUsed',
);

export const departmentShape = fields({ name: name(80), parent: v.nullable(id) }, 'nameEmpty');
export const roleShape = fields({ name: name(80) }, 'nameEmpty');
const placed = { department: v.nullable(id), roles: v.array(id, 'choiceUnknown'), administrator: flag };
/** What is left out stays as it is. */
export const memberShape = v.partial(fields(placed, 'choiceUnknown'));
export const invitationShape = fields({ email, locale: choice(LOCALE_IDS, 'choiceUnknown'), ...placed }, 'emailEmpty');

/** Who handles an application or question; null for nobody. */
export const handlerShape = fields({ member: v.nullable(id) }, 'choiceUnknown');
/** `asked` is what the applicant is asked for. */
export const decisionShape = v.variant(
  'decision',
  [
    fields({ decision: v.literal('accept') }, 'choiceUnknown'),
    fields({ decision: v.literal('decline') }, 'choiceUnknown'),
    fields({ decision: v.literal('ask'), asked: lines(MOST_ASKED, 'askedEmpty') }, 'askedEmpty'),
  ],
  'choiceUnknown',
);
/** What becomes of a license. The reason of a refusal, which the applicant reads. */
export const licenseShape = v.variant(
  'state',
  [
    fields({ state: v.literal('checked') }, 'choiceUnknown'),
    fields({ state: v.literal('refused'), reason: text(MOST_REASON, 'reasonEmpty') }, 'reasonEmpty'),
  ],
  'choiceUnknown',
);
export type LicenseChange = v.InferOutput<typeof licenseShape>;
/** What is left out stays. Whatever is not enabled needs a reason, which the applicant reads. */
export const openingShape = fields(
  {
    products: v.optional(
      v.pipe(
        v.array(
          v.variant(
            'decision',
            [
              fields({ product: choice(PRODUCTS, 'choiceUnknown'), decision: v.literal('enabled') }, 'choiceUnknown'),
              fields(
                {
                  product: choice(PRODUCTS, 'choiceUnknown'),
                  decision: choice(['declined', 'waiting'], 'choiceUnknown'),
                  reason: text(MOST_REASON, 'reasonEmpty'),
                },
                'reasonEmpty',
              ),
            ],
            'choiceUnknown',
          ),
          'choiceUnknown',
        ),
        v.maxLength(PRODUCTS.length, 'choiceUnknown'),
      ),
      [],
    ),
    steps: v.optional(
      fields(
        { agreement: v.optional(v.boolean('choiceUnknown')), payIn: v.optional(v.boolean('choiceUnknown')) },
        'choiceUnknown',
      ),
      {},
    ),
  },
  'choiceUnknown',
);
export type OpeningChange = v.InferOutput<typeof openingShape>;
export const answerShape = fields({ text: lines(MOST_ANSWER, 'answerEmpty') }, 'answerEmpty');

const permission = (isPermission: (id: string) => boolean) =>
  v.pipe(v.string('choiceUnknown'), v.check(isPermission, 'choiceUnknown'));
/** `clear` takes back what was granted or denied. */
export const grantShape = ({ now, isPermission }: { now: Date; isPermission: (id: string) => boolean }) =>
  fields(
    {
      subject: fields({ kind: choice(['department', 'role', 'member'], 'choiceUnknown'), id }, 'choiceUnknown'),
      permission: permission(isPermission),
      effect: choice(['allow', 'deny', 'clear'], 'choiceUnknown'),
      until: until(now),
    },
    'choiceUnknown',
  );
export const exceptionShape = ({ now, isPermission }: { now: Date; isPermission: (id: string) => boolean }) =>
  fields(
    {
      permissions: v.tuple([permission(isPermission), permission(isPermission)], 'choiceUnknown'),
      reason: text(500, 'reasonEmpty'),
      until: until(now),
    },
    'choiceUnknown',
  );

/**
 * `events` are those of contract/webhooks.ts. `insecure`: http is allowed too, for development. The server also refuses
 * addresses in its own network, and ports other than the usual ones.
 */
export const webhookShape = <const E extends readonly string[]>({
  events,
  insecure = false,
}: {
  events: E;
  insecure?: boolean;
}) =>
  fields(
    {
      url: v.pipe(
        anyText(1000),
        v.check((address) => {
          const url = URL.parse(address);
          if (!url || url.username || url.password || url.hash) return false;
          return url.protocol === 'https:' || (insecure && url.protocol === 'http:');
        }, 'webhookFormat'),
        v.transform((address) => new URL(address).href),
      ),
      kind: choice(KEY_KINDS, 'choiceUnknown'),
      events: choices(events, 'eventsEmpty'),
    },
    'choiceUnknown',
  );
/** What is left out stays as it is. */
export const webhookChangeShape = <const E extends readonly string[]>({ events }: { events: E }) =>
  v.partial(fields({ events: choices(events, 'eventsEmpty'), active: flag }, 'choiceUnknown'));
