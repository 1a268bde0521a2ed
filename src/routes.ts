/**
 * The route table. It has one row for each page of the site: first those that are written here, then those that editors
 * have added in content/routes.json. Breadcrumbs, sitemap, hreflang, redirects, slide direction and the tests are
 * derived from it; menus.ts orders menus and footer.
 *
 * path      exact spelling, without locale and without trailing slash; `{id}` is a part unknown at build (a shell)
 * index     meta index: pages slide left to a higher one, right to a lower one
 * kind      layout of the page
 * content   file below content/<locale>/pages, without .mdx, if it differs from the path
 * shows     route with the same page, which is its canonical
 * risk      futures, options or forex are offered, so the page has <HighRisk />: 'high' in full, 'brief' in two lines
 * label     message key of its name in menus, breadcrumbs and footer
 * footer    footer column that lists it, in the order of the table; that of lessons has the order of LESSONS
 * indexed   false: excluded from search engines and from the sitemap
 */
import { addedRoutes, type Redirect, redirects } from './catalogue/addedRoutes.ts';
import type { MessageKey } from './i18n/messages.ts';

/**
 * lookup  what one looks something up in: a reference, a glossary, tables
 * help    an article of the help centre, which has no row of its own
 */
export const ROUTE_KINDS = [
  'home',
  'article',
  'lesson',
  'audience',
  'index',
  'lookup',
  'form',
  'legal',
  'system',
  'shell',
  'help',
] as const;
export type RouteKind = (typeof ROUTE_KINDS)[number];

export type FooterColumn = 'company' | 'invest' | 'partners' | 'datahub' | 'account' | 'legal';

export interface Route {
  path: string;
  index: number;
  kind: RouteKind;
  label: MessageKey;
  content?: string;
  shows?: string;
  risk?: 'high' | 'brief';
  footer?: FooterColumn;
  indexed?: false;
}

/** The routes that the code names. */
export const OWN_ROUTES = [
  { path: '/', index: 0, kind: 'home', label: 'route.home', risk: 'brief' },
  { path: '/technology', index: 10, kind: 'article', label: 'route.technology', risk: 'brief', footer: 'company' },
  {
    path: '/technology/finger',
    index: 11,
    kind: 'article',
    label: 'route.finger',
    risk: 'brief',
    shows: '/technology',
  },
  { path: '/technology/dataHub', index: 12, kind: 'article', label: 'route.dataHub', risk: 'brief', footer: 'company' },
  { path: '/technology/visual', index: 13, kind: 'article', label: 'route.visual', footer: 'company' },
  { path: '/download', index: 20, kind: 'article', label: 'route.download', risk: 'brief', footer: 'account' },
  { path: '/service', index: 30, kind: 'lesson', label: 'route.service', shows: '/service/stocks' },
  { path: '/service/stocks', index: 31, kind: 'lesson', label: 'route.stocks', footer: 'invest' },
  { path: '/service/forex', index: 32, kind: 'lesson', label: 'route.forex', risk: 'high', footer: 'invest' },
  { path: '/service/futures', index: 33, kind: 'lesson', label: 'route.futures', risk: 'high', footer: 'invest' },
  { path: '/service/funds', index: 34, kind: 'lesson', label: 'route.funds', footer: 'invest' },
  { path: '/service/bonds', index: 35, kind: 'lesson', label: 'route.bonds', footer: 'invest' },
  { path: '/service/options', index: 36, kind: 'lesson', label: 'route.options', risk: 'high', footer: 'invest' },
  { path: '/service/etf', index: 37, kind: 'lesson', label: 'route.etf', footer: 'invest' },
  { path: '/service/broker', index: 38, kind: 'audience', label: 'route.broker', risk: 'brief', footer: 'partners' },
  { path: '/service/analyst', index: 39, kind: 'audience', label: 'route.analyst', footer: 'partners' },
  {
    path: '/service/brokerageHouse',
    index: 40,
    kind: 'audience',
    label: 'route.brokerageHouse',
    risk: 'brief',
    footer: 'partners',
  },
  { path: '/service/developer', index: 41, kind: 'audience', label: 'route.developer', footer: 'partners' },
  {
    path: '/service/developer/reference',
    index: 42,
    kind: 'lookup',
    label: 'route.reference',
    footer: 'partners',
  },
  { path: '/service/developer/changes', index: 47, kind: 'lookup', label: 'route.apiChanges', indexed: false },
  { path: '/service/tables', index: 43, kind: 'lookup', label: 'route.tables', indexed: false },
  { path: '/glossary', index: 45, kind: 'lookup', label: 'route.glossary', footer: 'invest' },
  { path: '/search', index: 46, kind: 'system', label: 'route.search', indexed: false },
  { path: '/info', index: 50, kind: 'index', label: 'route.info', footer: 'company' },
  { path: '/info/company', index: 59, kind: 'article', label: 'route.company', footer: 'company' },
  { path: '/info/howFinger', index: 51, kind: 'article', label: 'route.howFinger', risk: 'high', footer: 'company' },
  { path: '/info/aIRobot', index: 52, kind: 'article', label: 'route.aIRobot', risk: 'brief', footer: 'company' },
  { path: '/info/aPIinfo', index: 53, kind: 'article', label: 'route.aPIinfo', footer: 'partners' },
  {
    path: '/info/butlerService',
    index: 54,
    kind: 'article',
    risk: 'brief',
    label: 'route.butlerService',
    footer: 'company',
  },
  { path: '/info/fingerSocial', index: 55, kind: 'article', label: 'route.fingerSocial', footer: 'datahub' },
  { path: '/info/manageSystem', index: 56, kind: 'article', label: 'route.manageSystem', footer: 'partners' },
  { path: '/info/securityInfo', index: 57, kind: 'article', label: 'route.securityInfo', footer: 'account' },
  { path: '/info/workForMyself', index: 58, kind: 'article', label: 'route.workForMyself', footer: 'partners' },
  { path: '/datahub', index: 60, kind: 'article', label: 'route.social', footer: 'datahub' },
  { path: '/datahub/news', index: 61, kind: 'article', label: 'route.news', footer: 'datahub' },
  { path: '/datahub/news/{id}', index: 62, kind: 'shell', label: 'route.newsItem', indexed: false },
  { path: '/datahub/flash', index: 63, kind: 'article', label: 'route.flash', footer: 'datahub' },
  { path: '/datahub/flash/{id}', index: 64, kind: 'shell', label: 'route.flashItem', indexed: false },
  { path: '/datahub/posts/{id}', index: 65, kind: 'shell', label: 'route.post', indexed: false },
  { path: '/datahub/rules', index: 66, kind: 'article', label: 'route.rules', footer: 'datahub' },
  { path: '/adv', index: 70, kind: 'article', label: 'route.adv', footer: 'partners' },
  { path: '/support', index: 80, kind: 'system', label: 'route.support', footer: 'account' },
  {
    path: '/support/anserpage/{id}',
    index: 81,
    kind: 'shell',
    label: 'route.supportArticle',
    content: '/support/anserpage',
    indexed: false,
  },
  { path: '/support/status', index: 79, kind: 'system', label: 'route.supportStatus', indexed: false },
  { path: '/support/question', index: 82, kind: 'system', label: 'route.supportQuestion', indexed: false },
  { path: '/legal/privacy', index: 83, kind: 'legal', label: 'route.privacy', footer: 'legal' },
  { path: '/legal/terms', index: 84, kind: 'legal', label: 'route.terms', footer: 'legal' },
  {
    path: '/legal/futuresRisk',
    index: 85,
    kind: 'legal',
    label: 'route.futuresRisk',
    risk: 'high',
    footer: 'legal',
  },
  {
    path: '/legal/optionsRisk',
    index: 86,
    kind: 'legal',
    label: 'route.optionsRisk',
    risk: 'high',
    footer: 'legal',
  },
  { path: '/legal/forexRisk', index: 87, kind: 'legal', label: 'route.forexRisk', risk: 'high', footer: 'legal' },
  { path: '/signUp', index: 89, kind: 'system', label: 'route.signUp', footer: 'account', indexed: false },
  { path: '/login', index: 90, kind: 'system', label: 'route.login', footer: 'account', indexed: false },
  {
    path: '/openAccountForm',
    index: 91,
    kind: 'form',
    label: 'route.openAccountForm',
    risk: 'high',
    footer: 'account',
  },
  { path: '/welcome', index: 92, kind: 'system', label: 'route.welcome', indexed: false },
  { path: '/userCenter', index: 110, kind: 'system', label: 'route.userCenter', indexed: false },
  {
    path: '/profile',
    index: 111,
    kind: 'system',
    label: 'route.profile',
    shows: '/profile/general',
    indexed: false,
  },
  { path: '/profile/general', index: 112, kind: 'system', label: 'route.profileGeneral', indexed: false },
  { path: '/profile/personal', index: 113, kind: 'system', label: 'route.profilePersonal', indexed: false },
  { path: '/profile/security', index: 114, kind: 'system', label: 'route.profileSecurity', indexed: false },
  { path: '/profile/trade', index: 115, kind: 'system', label: 'route.profileTrade', indexed: false },
  { path: '/profile/account', index: 116, kind: 'system', label: 'route.profileAccount', indexed: false },
  { path: '/profile/posts', index: 118, kind: 'system', label: 'route.profilePosts', indexed: false },
  { path: '/profile/moderation', index: 119, kind: 'system', label: 'route.profileModeration', indexed: false },
  { path: '/u/{id}', index: 117, kind: 'shell', label: 'route.publicProfile', indexed: false },
  { path: '/company', index: 120, kind: 'system', label: 'route.companyHome', indexed: false },
  { path: '/company/members', index: 121, kind: 'system', label: 'route.companyMembers', indexed: false },
  { path: '/company/departments', index: 122, kind: 'system', label: 'route.companyDepartments', indexed: false },
  { path: '/company/permissions', index: 123, kind: 'system', label: 'route.companyPermissions', indexed: false },
  { path: '/company/keys', index: 124, kind: 'system', label: 'route.companyKeys', indexed: false },
  { path: '/company/webhooks', index: 125, kind: 'system', label: 'route.companyWebhooks', indexed: false },
  { path: '/company/applications', index: 126, kind: 'system', label: 'route.companyApplications', indexed: false },
  { path: '/company/questions', index: 127, kind: 'system', label: 'route.companyQuestions', indexed: false },
  { path: '/company/publishing', index: 128, kind: 'system', label: 'route.companyPublishing', indexed: false },
  { path: '/company/audit', index: 129, kind: 'system', label: 'route.companyAudit', indexed: false },
  { path: '/locked', index: 95, kind: 'system', label: 'route.locked', indexed: false },
  { path: '/unavailable', index: 98, kind: 'system', label: 'route.unavailable', indexed: false },
  { path: '/404', index: 99, kind: 'system', label: 'route.notFound', indexed: false },
] as const satisfies readonly Route[];

export type RoutePath = (typeof OWN_ROUTES)[number]['path'];

/** Those that editors have added: a row with a fault is left out, and `npm run content` names it. */
export const ADDED = addedRoutes(OWN_ROUTES).rows as readonly Route[];

export const ROUTES: readonly Route[] = [...OWN_ROUTES, ...ADDED];

/** Addresses that have moved, each with the one that it has now. A page that exists is never hidden by one. */
export const MOVED: readonly Redirect[] = redirects().rows.filter(
  ({ from }) => !ROUTES.some(({ path }) => path.toLowerCase() === from.toLowerCase()),
);

const BY_PATH: ReadonlyMap<string, Route> = new Map(ROUTES.map((route) => [route.path, route]));

/** The route whose ids we do not know: everything that follows is one id, including slashes, and it may be empty. */
export const ANY_ID: RoutePath = '/support/anserpage/{id}';

/** Pages with the question form, or that of an advertising request, in a section `ask`. */
export const ASKING: readonly string[] = ['/support', '/info/butlerService', '/adv'];

/** The route at an exact path, without locale. Throws if the table does not contain the path. */
export function routeAt(path: string): Route {
  const route = BY_PATH.get(path);
  if (!route) throw new Error(`No route '${path}' in src/routes.ts`);
  return route;
}

/** Folders below content/<locale> whose files are pages of their own: the address up to the file's name. */
const ROOMS = { news: '/datahub/news/', support: '/support/anserpage/' } as const;

/** The address of a file of these folders, relative to content/<locale>: 'news/opening' → '/datahub/news/opening'. */
export function roomAddress(name: string): string | undefined {
  const room = (Object.keys(ROOMS) as (keyof typeof ROOMS)[]).find((one) => name.startsWith(`${one}/`));
  return room && ROOMS[room] + name.slice(room.length + 1);
}

/** The file at an address of these folders: '/datahub/news/opening' → 'news/opening'. */
export function roomFile(path: string): string | undefined {
  const [room, stem] = Object.entries(ROOMS).find(([, one]) => path.startsWith(one)) ?? [];
  return room && stem && `${room}/${path.slice(stem.length)}`;
}

/** The route of an item of these folders; the table has only that of their shell, which search engines do not index. */
export function itemRoute(room: keyof typeof ROOMS, id: string): Route {
  const { indexed: _shellOnly, ...shell } = routeAt(`${ROOMS[room]}{id}`);
  return { ...shell, path: ROOMS[room] + id, kind: room === 'news' ? 'article' : 'help' };
}

/**
 * The lessons in teaching order: the products that everyone may trade, then those that need an opt-in. The line of
 * lessons at the head and the end of each, the footer, the menu and home follow it. Those that editors have added come last.
 */
export const LESSONS: readonly { path: string; label: MessageKey; line?: MessageKey }[] = [
  { path: '/service/stocks', label: 'route.stocks', line: 'nav.line.stocks' },
  { path: '/service/etf', label: 'route.etf', line: 'nav.line.etf' },
  { path: '/service/funds', label: 'route.funds', line: 'nav.line.funds' },
  { path: '/service/bonds', label: 'route.bonds', line: 'nav.line.bonds' },
  { path: '/service/options', label: 'route.options', line: 'nav.line.options' },
  { path: '/service/futures', label: 'route.futures', line: 'nav.line.futures' },
  { path: '/service/forex', label: 'route.forex', line: 'nav.line.forex' },
  ...ADDED.filter(({ kind }) => kind === 'lesson').map(({ path, label }) => ({ path, label })),
];

/** Routes with routes below them: their file is index.mdx, and breadcrumbs include them. */
const PARENTS = new Set([
  '/',
  '/technology',
  '/service',
  '/service/developer',
  '/info',
  '/datahub',
  '/datahub/news',
  '/datahub/flash',
  '/support',
  '/company',
]);

/** The content file of a route, below content/<locale>/pages and without `.mdx`, e.g. `service/forex`. */
export function contentPath(route: Route): string {
  if (route.shows) return contentPath(routeAt(route.shows));
  const path = (route.content ?? route.path).slice(1).replace('{id}', 'id');
  return PARENTS.has(route.path) ? [path, 'index'].filter(Boolean).join('/') : path;
}

/** The file of a route's page in dist, without locale and `.html`; the shell of an id is beside the pages. */
export function filePath(route: Route): string {
  return route.path.includes('{id}') ? `/${contentPath(route)}` : route.path;
}

/** The routes above a route, outermost first, home left out: /service/forex → [/service]. */
export function ancestors(route: Route): Route[] {
  const parts = route.path.split('/').slice(1, -1);
  return parts
    .map((_, depth) => BY_PATH.get(`/${parts.slice(0, depth + 1).join('/')}`))
    .filter((parent): parent is Route => parent !== undefined);
}
