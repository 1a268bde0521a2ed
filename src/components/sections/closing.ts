/** What the band that closes a page offers: a table by kind of route, and the routes that differ from their kind. */
import type { Role } from '../../forms/lists.ts';
import type { MessageKey } from '../../i18n/messages.ts';
import { lookUp } from '../../lookUp.ts';
import { memberSections } from '../../menus.ts';
import { ANY_ID, type Route, type RouteKind, type RoutePath } from '../../routes.ts';
import { settings } from '../../settings.ts';

export interface Closing {
  title: MessageKey;
  action: MessageKey;
  href: RoutePath | typeof ASK_HREF;
  /** In which role the reader would apply, if the action is to apply */
  role?: Role;
}

/** The question form on the page of Support. */
export const ASK_HREF = '/support#ask';
/** Where members ask: with an external help center, the form is on another page. */
export const MEMBERS_ASK = settings.SUPPORT_URL ? '/info/butlerService#ask' : ASK_HREF;

const applyAs = (role: Role, title: MessageKey): Closing => ({
  title,
  action: 'closing.start',
  href: '/openAccountForm',
  role,
});

const ACCOUNT = applyAs('investor', 'route.openAccountForm');
const BROKER = applyAs('broker', 'closing.broker');
const ANALYST = applyAs('analyst', 'closing.analyst');
const HOUSE = applyAs('brokerageHouse', 'closing.brokerageHouse');
const DEVELOPER = applyAs('developer', 'closing.developer');
const STATUS: Closing = { title: 'closing.status', action: 'closing.status.action', href: '/openAccountForm' };
const HOME: Closing = { title: 'closing.home', action: 'closing.home.action', href: '/' };
const HELP: Closing = { title: 'closing.support', action: 'closing.support.action', href: '/support' };

const ASK: Closing = { title: 'closing.ask', action: 'closing.ask.action', href: ASK_HREF };
/** A configured help center has no form of ours. */
const ASK_US = settings.SUPPORT_URL ? HELP : ASK;

/** Null: the page closes itself. */
const BY_KIND: Readonly<Record<RouteKind, Closing | null>> = {
  home: ACCOUNT,
  article: ACCOUNT,
  lesson: ACCOUNT,
  audience: ACCOUNT,
  index: ACCOUNT,
  lookup: ACCOUNT,
  legal: HELP,
  shell: HOME,
  help: ASK,
  system: HOME,
  form: null,
};

const BY_PATH: Readonly<Partial<Record<RoutePath, Closing>>> = {
  '/service/broker': BROKER,
  '/service/analyst': ANALYST,
  '/service/brokerageHouse': HOUSE,
  '/service/developer': DEVELOPER,
  '/service/developer/reference': DEVELOPER,
  '/service/developer/changes': DEVELOPER,
  '/info/aPIinfo': DEVELOPER,
  '/info/fingerSocial': ANALYST,
  '/datahub/rules': HELP,
  '/info/manageSystem': HOUSE,
  '/info/workForMyself': ANALYST,
  '/support': STATUS,
  '/support/question': HELP,
  '/support/status': ASK_US,
  [ANY_ID]: ASK_US,
  '/login': STATUS,
  '/locked': HELP,
};

/** The band of a route; null if it has none, as those that members use. */
export function closingOf({ path, kind }: Route): Closing | null {
  return memberSections({ path }) ? null : (lookUp(BY_PATH, path) ?? BY_KIND[kind]);
}

/** On lessons whose notice does not name the risk already. */
export const namesRisk = ({ kind, risk }: Route): boolean => kind === 'lesson' && risk !== 'high';

/** Where readers go on to the form. */
export const saysWhatItTakes = ({ kind }: Route): boolean => ['home', 'lesson', 'audience'].includes(kind);
