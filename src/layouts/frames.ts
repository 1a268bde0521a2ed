/** What pages of the route table have besides their words, by address. */
import ApplicationForm from '../components/applicationForm/ApplicationForm.astro';
import Company from '../components/company/Company.astro';
import FlashFeed from '../components/feeds/FlashFeed.astro';
import NewsFeed from '../components/feeds/NewsFeed.astro';
import Glossary from '../components/glossary/Glossary.astro';
import HelpLists from '../components/help/HelpLists.astro';
import Thread from '../components/help/Thread.astro';
import LogInPages from '../components/logIn/LogInPages.astro';
import Front from '../components/posts/Front.astro';
import Profile from '../components/profile/Profile.astro';
import Reference from '../components/reference/Reference.astro';
import NotFound from '../components/search/NotFound.astro';
import SearchPage from '../components/search/SearchPage.astro';
import { ANY_ID, type Route } from '../routes.ts';
import { settings } from '../settings.ts';

type PageComponent = typeof Profile;
const FRAMES = new Map<string, PageComponent>([
  ['/support/question', Thread],
  ['/404', NotFound],
  ['/search', SearchPage],
  ['/signUp', LogInPages],
  ['/login', LogInPages],
  ['/welcome', LogInPages],
  ['/userCenter', Profile],
  ['/company', Company],
  ['/service/developer/reference', Reference],
  // The help center is here unless an external address is configured.
  ...(settings.SUPPORT_URL ? [] : ['/support', ANY_ID]).map((path) => [path, HelpLists] as const),
]);
const ABOVE = new Map<string, PageComponent>([
  ['/openAccountForm', ApplicationForm],
  ['/glossary', Glossary],
  ['/datahub', Front],
  ['/datahub/news', NewsFeed],
  ['/datahub/flash', FlashFeed],
]);

/** What takes the words of a page as its slot, instead of columns with their contents. */
export function frameOf({ path }: Route): PageComponent | undefined {
  if (path.startsWith('/profile')) return Profile;
  return path.startsWith('/company/') ? Company : FRAMES.get(path);
}
/** What stands above the words of a page. */
export const aboveOf = ({ path }: Route): PageComponent | undefined => ABOVE.get(path);
