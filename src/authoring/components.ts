import { lookUp } from '../lookUp.ts';

/**
 * The only list of components that MDX may use: `npm run content` allows these, and `/_desk/components` explains them.
 * src/components/mdx/index.ts renders each of them; the compiler checks that the two agree.
 *
 * attributes  the required attributes and what each contains: words, or an id of a table
 * optional    the attributes that may be left out
 * holds       the content between the tags
 * inside      the only component that may contain it
 */
export const COMPONENTS = {
  Fact: { attributes: { id: 'fact' }, holds: 'nothing', about: 'a fact of facts.yml' },
  FactLedger: { attributes: { ids: 'facts' }, holds: 'nothing', about: 'several facts with their names' },
  Amount: {
    attributes: { of: 'product', in: 'currency' },
    holds: 'nothing',
    about: 'an amount of a worked example: numbers and ids of facts.yml, with × between them',
  },
  Value: {
    attributes: { of: 'series', show: 'value' },
    holds: 'nothing',
    about: 'a value of a figure that is drawn from a series',
  },
  LastValue: {
    attributes: { of: 'lastValue' },
    holds: 'nothing',
    about: 'the last official value of a rate or a series, in a line of its own',
  },
  Rates: { attributes: {}, holds: 'nothing', about: 'the ledger of official exchange rates' },
  Count: { attributes: { of: 'count' }, holds: 'nothing', about: 'a number that the software has, such as a limit' },
  Term: { attributes: { id: 'term' }, holds: 'words', about: 'the first mention of a term of glossary.yml' },
  Figure: { attributes: { name: 'figure', summary: 'summary' }, holds: 'words', about: 'a drawing and its caption' },
  Ledger: { attributes: { caption: 'words' }, holds: 'table', about: 'a worked example, a list of fees' },
  Calculator: {
    attributes: { name: 'calculator' },
    holds: 'nothing',
    about: 'the calculator of a lesson, and worked values for readers without script',
  },
  Index: { attributes: {}, holds: 'entries', about: 'a list of pages' },
  Entry: {
    attributes: { href: 'link', name: 'words' },
    holds: 'words',
    inside: 'Index',
    about: 'one page of an Index',
  },
  Products: { attributes: {}, holds: 'nothing', about: 'the seven products with their drawings' },
  Latest: { attributes: {}, holds: 'nothing', about: 'the three latest of news and of flash' },
  Market: {
    attributes: { show: 'marketPart' },
    holds: 'nothing',
    about: 'official series: a part of the page of data',
  },
  ImportanceRules: { attributes: {}, holds: 'nothing', about: 'what makes an item of news or flash important' },
  ApiCalls: { attributes: {}, holds: 'nothing', about: 'calls of the API with the answers that it gives' },
  ApiLimits: { attributes: {}, holds: 'nothing', about: 'the limits of the API' },
  ApiChanges: { attributes: {}, holds: 'nothing', about: 'what has changed in the partner API, from apiChanges.yml' },
  Conformance: {
    attributes: {},
    holds: 'nothing',
    about: 'the evidence for each criterion of accessibility, from conformance.yml and conformance.json',
  },
  ApiFeeds: { attributes: {}, holds: 'nothing', about: 'the addresses of feeds, of the stream and of the description' },
  PartnerLayers: { attributes: {}, holds: 'nothing', about: 'what every call of the partner API is checked for' },
  PartnerCalls: { attributes: {}, holds: 'nothing', about: 'the calls of the partner API, by group' },
  ModerationCounts: { attributes: {}, holds: 'nothing', about: 'reports, decisions and appeals of posts, by year' },
  PermissionGroups: { attributes: {}, holds: 'nothing', about: 'the groups of permissions.yml, and how many each has' },
  Programs: {
    attributes: { of: 'program' },
    holds: 'nothing',
    about: 'programs of src/examples, a tab for each language',
  },
  Run: {
    attributes: { call: 'words' },
    optional: { body: 'words', keyId: 'words' },
    holds: 'nothing',
    about: 'how the programs make a call, a tab for each language; with the ID of a key, what is set before',
  },
  Beside: {
    attributes: {},
    holds: 'words',
    about: 'text, and one thing to see beside it: code, a table, a figure, a form',
  },
  Tabs: { attributes: { name: 'words' }, holds: 'words', about: 'several ways, of which one is shown' },
  Tab: {
    attributes: { name: 'words' },
    optional: { chosen: 'words' },
    holds: 'words',
    inside: 'Tabs',
    about: 'one of several ways; chosen="yes" for the first',
  },
  Commands: { attributes: {}, holds: 'code', about: 'code between three backticks, with a button that copies it' },
  Console: { attributes: {}, holds: 'nothing', about: 'sends a signed call of the partner API from the page' },
  WebhookEvents: { attributes: {}, holds: 'nothing', about: 'the events of webhooks and the fields that they have' },
  Offer: {
    attributes: { id: 'offers' },
    holds: 'words or nothing',
    about: 'words that name an offer of offers.yml, under where it works; without words, all that the table says of it',
  },
  Offers: {
    attributes: { ids: 'offers' },
    holds: 'nothing',
    about: 'several offers: where, what it costs, who is paid',
  },
  Answer: {
    attributes: { to: 'answer' },
    holds: 'nothing',
    about: 'a paragraph: the answer that every page gives to a question',
  },
  Operator: { attributes: { show: 'part' }, holds: 'nothing', about: 'what operator.yml has set; nothing if unset' },
  Steps: { attributes: {}, holds: 'numbered list', about: 'what to do, in order' },
  Checklist: { attributes: {}, holds: 'bullet list', about: 'what to have ready' },
  Local: {
    attributes: {},
    optional: { facts: 'facts' },
    holds: 'words',
    about: 'sections that only this locale has, and the sources of their facts',
  },
  Sources: { attributes: { facts: 'facts' }, holds: 'nothing', about: 'the documents that a lesson rests on' },
  HighRisk: {
    attributes: {},
    holds: 'nothing',
    about: 'the notice on high-risk products, once on a page that offers them',
  },
  Risks: { attributes: {}, holds: 'words', about: 'what can go wrong; every lesson has one' },
  Note: { attributes: {}, holds: 'words', about: 'an aside' },
  Question: { attributes: { ask: 'words' }, holds: 'words', about: 'one question and its answer' },
} as const satisfies Record<string, Component>;

export interface Component {
  attributes: Readonly<Record<string, Value>>;
  optional?: Readonly<Record<string, Value>>;
  holds: 'nothing' | 'words' | 'words or nothing' | 'table' | 'entries' | 'numbered list' | 'bullet list' | 'code';
  inside?: string;
  about: string;
}

/** What an attribute holds: an id, unless another thing is named here. */
export type Value =
  /** One of facts.yml; several, with spaces between; numbers and ids, as in '200 × 30 × reportShare' */
  | 'fact'
  | 'facts'
  | 'product'
  | 'currency'
  /** One of glossary.yml */
  | 'term'
  /** A drawing */
  | 'figure'
  | 'calculator'
  /** A drawing of a monthly series; one of its values */
  | 'series'
  | 'value'
  | 'count'
  | 'lastValue'
  /** One of offers.yml, or several with spaces between; a question of ANSWERS */
  | 'offers'
  | 'answer'
  /** A part of operator.yml; of the page of data */
  | 'part'
  | 'marketPart'
  /** Programs of src/examples */
  | 'program'
  /** The path of a page */
  | 'link'
  /** All that a drawing shows, in words, with {id} of facts.yml or, if it is drawn from a series, {value} */
  | 'summary'
  /** Any text */
  | 'words';

export type ComponentName = keyof typeof COMPONENTS;

/**
 * The parts of operator.yml that <Operator> may show. The first six are sections with a heading of their own; the
 * others belong into a section of the page.
 */
export const OPERATOR_PARTS = [
  'company',
  'supervision',
  'brokers',
  'custody',
  'countries',
  'contact',
  'provider',
  'controller',
  'law',
  'keeping',
  'recipient',
] as const;
export type OperatorPart = (typeof OPERATOR_PARTS)[number];

/** The questions that many pages answer, each by the message `answer.<name>`. */
export const ANSWERS = ['broker', 'account', 'revenue', 'highRisk', 'license', 'news', 'stored'] as const;
export type AnswerName = (typeof ANSWERS)[number];

/** The parts of the page of data that <Market> may show. */
export const MARKET_PARTS = [
  'rates',
  'crosses',
  'yields',
  'policyRate',
  'marketRate',
  'commodity',
  'history',
  'publishers',
] as const;
export type MarketPart = (typeof MARKET_PARTS)[number];

/** The calculators that <Calculator> may name: one for each lesson on a product. */
export const CALCULATORS = ['stocks', 'etf', 'funds', 'bonds', 'options', 'futures', 'forex'] as const;
export type CalculatorName = (typeof CALCULATORS)[number];

/** The programs that <Programs> may name: by language, the files of src/examples. */
export const PROGRAMS = {
  call: { curl: ['call.sh'], TypeScript: ['sign.ts', 'call.ts'], Python: ['call.py'] },
  typed: { TypeScript: ['typed.ts'] },
  webhook: { TypeScript: ['webhook.ts'], Python: ['webhook.py'] },
} as const;

/**
 * The drawings that <Figure> may name, and the component that draws each; some share one (`flow`, `matrix`, `sketch`). Those of
 * `series` are drawn from content/data: their rows are in series.ts.
 */
export const DRAWINGS = {
  accountFlow: 'flow',
  adParts: 'adParts',
  auditTrail: 'company',
  bondPayments: 'sketch',
  bondPrice: 'bondPrice',
  butlerPath: 'flow',
  candlestick: 'candlestick',
  clockChange: 'sketch',
  companyKeys: 'company',
  departmentTree: 'company',
  dirtyPrice: 'sketch',
  dividendDates: 'sketch',
  dollarByYear: 'series',
  dollarYen: 'series',
  etfPrice: 'etfPrice',
  euroDollar: 'series',
  exchanges: 'exchanges',
  feeDrag: 'feeDrag',
  foreignShare: 'series',
  infoPages: 'matrix',
  leverage: 'leverage',
  marginMonths: 'series',
  misleadingCharts: 'misleadingCharts',
  monthlyMoves: 'series',
  oilBreakEven: 'series',
  oilMoves: 'series',
  oilSpot: 'series',
  oilVolatility: 'series',
  optionPayoff: 'optionPayoff',
  optionStrategies: 'sketch',
  orderBook: 'orderBook',
  orderTypes: 'sketch',
  permissionCheck: 'company',
  permissionsConflict: 'company',
  permissionsDenied: 'company',
  pip: 'pip',
  publishPath: 'flow',
  ratings: 'sketch',
  requestPath: 'flow',
  revenueShares: 'shares',
  robotLoop: 'flow',
  retries: 'retries',
  signedCall: 'signedCall',
  tenYearReturn: 'series',
  tenYearYield: 'series',
  textKinds: 'matrix',
  visualPath: 'flow',
  yieldAfterFee: 'series',
} as const;

export type DrawingName = keyof typeof DRAWINGS;
export type DrawingKind = (typeof DRAWINGS)[DrawingName];
/** The names of the drawings of a kind. */
export type DrawingOf<Kind extends DrawingKind> = {
  [Name in DrawingName]: (typeof DRAWINGS)[Name] extends Kind ? Name : never;
}[DrawingName];

/** True for a drawing from content/data. */
export const isSeriesDrawing = (name: string): name is DrawingOf<'series'> => lookUp(DRAWINGS, name) === 'series';
