/** Implements the components that MDX files may use: exactly those of src/authoring/components.ts. */
import type { ComponentName } from '../../authoring/components.ts';
import OfficialRates from '../rates/OfficialRates.astro';
import SiteLink from '../ui/SiteLink.astro';
import Calculator from './calculator/Calculator.astro';
import Amount from './facts/Amount.astro';
import Count from './facts/Count.astro';
import Fact from './facts/Fact.astro';
import FactLedger from './facts/FactLedger.astro';
import Local from './facts/Local.astro';
import Operator from './facts/Operator.astro';
import Sources from './facts/Sources.astro';
import ImportanceRules from './feeds/ImportanceRules.astro';
import Latest from './feeds/Latest.astro';
import LastValue from './market/LastValue.astro';
import Market from './market/Market.astro';
import Value from './market/Value.astro';
import Answer from './offers/Answer.astro';
import Offer from './offers/Offer.astro';
import Offers from './offers/Offers.astro';
import ModerationCounts from './posts/ModerationCounts.astro';
import ApiCalls from './reference/ApiCalls.astro';
import ApiChanges from './reference/ApiChanges.astro';
import ApiFeeds from './reference/ApiFeeds.astro';
import ApiLimits from './reference/ApiLimits.astro';
import Commands from './reference/Commands.astro';
import Conformance from './reference/Conformance.astro';
import Console from './reference/Console.astro';
import PartnerCalls from './reference/PartnerCalls.astro';
import PartnerLayers from './reference/PartnerLayers.astro';
import PermissionGroups from './reference/PermissionGroups.astro';
import Programs from './reference/Programs.astro';
import Run from './reference/Run.astro';
import WebhookEvents from './reference/WebhookEvents.astro';
import Beside from './text/Beside.astro';
import Checklist from './text/Checklist.astro';
import Entry from './text/Entry.astro';
import Figure from './text/Figure.astro';
import HighRisk from './text/HighRisk.astro';
import Index from './text/Index.astro';
import Ledger from './text/Ledger.astro';
import Note from './text/Note.astro';
import Products from './text/Products.astro';
import Question from './text/Question.astro';
import Risks from './text/Risks.astro';
import Steps from './text/Steps.astro';
import Tab from './text/Tab.astro';
import Tabs from './text/Tabs.astro';
import Term from './text/Term.astro';

export const mdxComponents = {
  Amount,
  Answer,
  ApiCalls,
  ApiChanges,
  ApiFeeds,
  ApiLimits,
  Beside,
  Calculator,
  Checklist,
  Count,
  Commands,
  Conformance,
  Console,
  Entry,
  Fact,
  FactLedger,
  Figure,
  HighRisk,
  ImportanceRules,
  Index,
  LastValue,
  Latest,
  Rates: OfficialRates,
  Ledger,
  Local,
  Market,
  Note,
  Products,
  Programs,
  Offer,
  Offers,
  Operator,
  PartnerCalls,
  PartnerLayers,
  ModerationCounts,
  PermissionGroups,
  Question,
  Risks,
  Run,
  Sources,
  Steps,
  Tab,
  Tabs,
  Term,
  Value,
  WebhookEvents,
} satisfies Record<ComponentName, unknown>;

/** Markdown elements that the site renders with its own components. */
export const markdownElements = { a: SiteLink };
