/** Menus, panels, tabs and the footer: which pages they lead to, in which order. Addresses are those of routes.ts. */
import type { MessageKey } from './i18n/messages.ts';
import { ADDED, type FooterColumn, LESSONS, ROUTES, type Route, type RoutePath } from './routes.ts';

export interface MenuLink {
  label: MessageKey;
  href: string;
  /** What is there, in a few words */
  line?: MessageKey | undefined;
}

export interface MenuItem extends MenuLink {
  href: RoutePath;
  /** What its panel holds; the page itself is the first line there */
  groups?: readonly MenuGroup[];
}

interface MenuGroup {
  label?: MessageKey;
  links: readonly MenuLink[];
}

const added = (isListed: (route: Route) => boolean) =>
  ADDED.filter(isListed).map(({ label, path }) => ({ label, href: path }));

/** Top navigation, in the order of the specification; what editors have added follows. */
export const MENU: readonly MenuItem[] = [
  {
    label: 'nav.technology',
    href: '/technology',
    line: 'nav.line.technology',
    groups: [
      {
        links: [
          { label: 'route.finger', href: '/technology/finger', line: 'nav.line.finger' },
          { label: 'route.dataHub', href: '/technology/dataHub', line: 'nav.line.dataHub' },
          { label: 'route.visual', href: '/technology/visual', line: 'nav.line.visual' },
          { label: 'route.social', href: '/datahub', line: 'nav.line.social' },
          ...added(({ path }) => path.startsWith('/technology/')),
        ],
      },
    ],
  },
  { label: 'nav.invest', href: '/download', line: 'nav.line.invest' },
  {
    label: 'nav.service',
    href: '/service',
    line: 'nav.line.service',
    groups: [
      {
        label: 'nav.products',
        links: [
          ...LESSONS.map(({ path, label, line }) => ({ label, href: path, line })),
          { label: 'route.glossary', href: '/glossary', line: 'nav.line.glossary' },
        ],
      },
      {
        label: 'nav.audiences',
        links: [
          { label: 'nav.forInvestors', href: '/service/stocks', line: 'nav.line.investors' },
          { label: 'nav.brokers', href: '/service/broker', line: 'nav.line.brokers' },
          { label: 'nav.analysts', href: '/service/analyst', line: 'nav.line.analysts' },
          { label: 'nav.brokerage', href: '/service/brokerageHouse', line: 'nav.line.brokerage' },
          { label: 'nav.developers', href: '/service/developer', line: 'nav.line.developers' },
          ...added(({ path, kind }) => kind === 'audience' && path.startsWith('/service/')),
        ],
      },
    ],
  },
  { label: 'nav.assets', href: '/support', line: 'nav.line.assets' },
];

/** The links of an entry's panel, in their order; none if it has no panel. */
export const panelLinks = ({ groups, ...page }: MenuItem): readonly MenuLink[] =>
  groups ? [page, ...groups.flatMap(({ links }) => links)] : [];

/** Beside the menu: the pages that change by the minute. */
export const LIVE_MENU: readonly MenuItem[] = [
  { label: 'route.news', href: '/datahub/news' },
  // In some languages its whole name is too long for a tab.
  { label: 'nav.flash', href: '/datahub/flash' },
];

/** The menu of a user who is logged in. */
export const USER_MENU: readonly MenuItem[] = [
  { label: 'route.userCenter', href: '/userCenter' },
  { label: 'route.profile', href: '/profile/general' },
  { label: 'route.companyHome', href: '/company' },
];

/** The pages of the data hub, in the order of its tabs. */
export const DATAHUB_TABS: readonly MenuItem[] = [...LIVE_MENU, { label: 'route.social', href: '/datahub' }];

/** True if the page is a front of data, news or flash, which is wider where the screen is. */
export const isDataPage = ({ path }: Pick<Route, 'path'>): boolean =>
  path === '/technology/dataHub' || DATAHUB_TABS.some(({ href }) => href === path);

/**
 * A section of the members' pages. `needs`: permissions of content/permissions.yml; a member of the company with none of
 * them does not see it in the navigation, and sees a word instead of the page. `counts`: what stands behind its name.
 */
export interface Section extends MenuItem {
  needs?: readonly string[];
  /** Shown once it is known that the user is a moderator (islands/profile/Who.ts) */
  isModerators?: true;
  counts?: 'members' | 'applications' | 'questions';
}

const ACCOUNT: readonly Section[] = [
  { label: 'route.userCenter', href: '/userCenter' },
  { label: 'route.profileGeneral', href: '/profile/general' },
  { label: 'route.profilePersonal', href: '/profile/personal' },
  { label: 'route.profileSecurity', href: '/profile/security' },
  { label: 'route.profileTrade', href: '/profile/trade' },
  { label: 'route.profilePosts', href: '/profile/posts' },
  { label: 'route.profileModeration', href: '/profile/moderation', isModerators: true },
  { label: 'route.profileAccount', href: '/profile/account' },
];

const COMPANY: readonly (readonly Section[])[] = [
  [{ label: 'company.overview', href: '/company' }],
  [
    { label: 'route.companyMembers', href: '/company/members', needs: ['staff.viewMembers'], counts: 'members' },
    { label: 'route.companyDepartments', href: '/company/departments' },
    { label: 'route.companyPermissions', href: '/company/permissions' },
  ],
  [
    {
      label: 'route.companyApplications',
      href: '/company/applications',
      needs: ['clients.readApplications'],
      counts: 'applications',
    },
    {
      label: 'route.companyQuestions',
      href: '/company/questions',
      needs: ['clients.readQuestions'],
      counts: 'questions',
    },
    { label: 'route.companyPublishing', href: '/company/publishing' },
  ],
  [
    { label: 'route.companyKeys', href: '/company/keys', needs: ['api.viewKeys'] },
    { label: 'route.companyWebhooks', href: '/company/webhooks', needs: ['api.manageWebhooks', 'api.viewDeliveries'] },
    { label: 'route.companyAudit', href: '/company/audit', needs: ['staff.readAudit'] },
  ],
];

/** The sections of a company, in their order. */
export const COMPANY_SECTIONS: readonly Section[] = COMPANY.flat();

/** The pages with the frame of the members: the groups of its navigation; null for all other pages. */
export function memberSections({ path }: Pick<Route, 'path'>): readonly (readonly Section[])[] | null {
  const [, first] = path.split('/');
  if (first === 'company') return [...COMPANY, ACCOUNT.slice(0, 1)];
  const isAccount = first === 'welcome' || first === 'userCenter' || first === 'profile';
  return isAccount ? [ACCOUNT, [{ label: 'route.companyHome', href: '/company' }]] : null;
}

/** Footer columns, in reading order; their routes come from the table. */
export const FOOTER_COLUMNS: readonly { id: FooterColumn; label: MessageKey }[] = [
  { id: 'company', label: 'footer.company' },
  { id: 'invest', label: 'footer.invest' },
  { id: 'partners', label: 'footer.partners' },
  { id: 'datahub', label: 'footer.datahub' },
  { id: 'account', label: 'footer.account' },
  { id: 'legal', label: 'footer.legal' },
];

/** The links of a footer column, in their order; lessons are in that of LESSONS. */
export function footerLinks(column: FooterColumn): readonly { path: string; label: MessageKey }[] {
  const routes = ROUTES.filter(({ footer }) => footer === column);
  return column === 'invest' ? [...LESSONS, ...routes.filter(({ kind }) => kind !== 'lesson')] : routes;
}
