/// <reference types="astro/client" />

declare namespace Astro {
  interface ClientDirectives {
    'client:when'?: import('./layouts/boot/when.ts').When;
  }
}

/** The boot script of src/layouts/boot, bundled by astro.config.mjs. */
declare const __BOOT__: string;

/** The share of page views that are measured (VITALS_SHARE); 0 without an API. */
declare const __VITALS_SHARE__: number;
/** The address before the paths of the API, as pages know it (API_BASE). */
declare const __API_BASE__: string;

interface Navigator {
  /** Not every browser has it: https://w3c.github.io/gpc/ */
  readonly globalPrivacyControl?: boolean;
}

/** A call of the API as the page for developers shows it. */
interface ApiExample {
  name: 'ip' | 'location' | 'countryList' | 'dictionary' | 'refused';
  path: string;
  status: number;
  /** Every status that the call can have */
  statuses: number[];
  /** The envelope; its lists are shortened, and '…' stands for the rest */
  answer: unknown;
}

interface ApiProof {
  /** The OpenAPI documents of the server */
  documents: Record<
    import('./components/reference/groups.ts').DocumentId,
    import('./components/reference/document.ts').OpenApiDocument
  >;
  calls: Record<import('./i18n/locales.ts').Locale, ApiExample[]>;
  /** 0: none */
  limits: {
    calls: number;
    streams: number;
    applications: number;
    body: number;
    webhookS: number;
  };
}

declare module 'virtual:api-proof' {
  const proof: ApiProof;
  export default proof;
}

type SampleMember = 'trainee' | 'dealer';

/** The example of a company, as its calls answer (integrations/companySample.ts). */
interface CompanySample {
  departments: import('./contract/companies.ts').Department[];
  members: Record<SampleMember, import('./contract/companies.ts').MemberPermissions>;
  audit: import('./contract/companies.ts').AuditEntry[];
  keys: import('./contract/companyKeys.ts').CompanyKey[];
  /** A partner's system asks about the trainee */
  check: { request: unknown; answer: unknown };
}

/** The dictionaries of opencc-js: 'from to|from to …'. */
declare module 'opencc-js/dict/*' {
  const pairs: string;
  export default pairs;
}

/** The months of the oil price (integrations/oilMonths.ts). */
declare module 'virtual:oil-months' {
  const months: import('./markets/calculators/months.ts').Months;
  export default months;
}

declare module 'virtual:company-sample' {
  const sample: Record<import('./i18n/locales.ts').Locale, CompanySample>;
  export default sample;
}

interface DeskMail {
  id: string;
  locale: import('./i18n/locales.ts').Locale;
  recipient: string;
  /** Reference of the application or question */
  about: string;
  state: string;
  subject: string;
  text: string;
  html: string;
}

/** What the development server and the desk share, whose modules load anew in another graph. */
interface DeskState {
  /** The mails that wait (integrations/devApi.ts) */
  mails?: (() => Promise<DeskMail[]>) | undefined;
  /** What calls must carry: made at each start (integrations/devDesk.ts) */
  token?: string;
  /** True while a request of the preview is answered (desk/server/drafts.ts) */
  showsDrafts?: () => boolean;
  /** Loads all modules anew after a change of the tables (integrations/devDesk.ts) */
  forget?: () => void;
  /** Drops what pages were loading while a text changed (integrations/devDesk.ts) */
  dropLoading?: () => void;
  /** The changes of several files that can be taken back (desk/server/undo.ts) */
  changes?: Map<string, import('./desk/server/undo.ts').KeptFile[]>;
}
declare var deskState: DeskState | undefined;

declare namespace App {
  interface Locals {
    /** On pages of the desk: what their scripts and styles are marked with (desk/server/middleware.ts) */
    nonce?: string;
    /** The locale of the page, which may differ from the language of its words */
    locale: import('./i18n/locales.ts').Locale;
    /** The language of the words: English under a notice if a translation is missing */
    written: import('./i18n/locales.ts').Locale;
    /** True if the words are from the folder of the locale, so that their <Local> blocks are shown */
    own: boolean;
    /** On the page of an audience: the role that its links to the account form choose */
    role?: import('./forms/lists.ts').Role | undefined;
    /** On lessons: the address of the glossary, which has the definitions of their terms */
    glossary?: string | undefined;
    /** Of the route: which notice on high-risk products the page has */
    risk?: import('./routes.ts').Route['risk'];
  }
}

/** For tsc, which cannot read .astro files; `astro check` really checks them. */
declare module '*.astro' {
  const component: (props: Record<string, unknown>) => unknown;
  export default component;
}
