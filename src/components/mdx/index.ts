/** Implements the components that MDX files may use: exactly those of src/authoring/components.ts. */
import type { ComponentName } from '../../authoring/components.ts';
import SiteLink from '../ui/SiteLink.astro';
import AccessRule from './AccessRule.astro';
import Amount from './Amount.astro';
import ApiCalls from './ApiCalls.astro';
import ApiFeeds from './ApiFeeds.astro';
import ApiLimits from './ApiLimits.astro';
import Calculator from './Calculator.astro';
import Checklist from './Checklist.astro';
import Commands from './Commands.astro';
import Console from './Console.astro';
import Count from './Count.astro';
import Entry from './Entry.astro';
import ErrorCatalogue from './ErrorCatalogue.astro';
import Example from './Example.astro';
import Fact from './Fact.astro';
import FactLedger from './FactLedger.astro';
import Figure from './Figure.astro';
import HighRisk from './HighRisk.astro';
import ImportanceRules from './ImportanceRules.astro';
import Index from './Index.astro';
import LastValue from './LastValue.astro';
import Latest from './Latest.astro';
import Ledger from './Ledger.astro';
import Local from './Local.astro';
import Market from './Market.astro';
import Note from './Note.astro';
import Operator from './Operator.astro';
import PartnerCalls from './PartnerCalls.astro';
import PartnerLayers from './PartnerLayers.astro';
import PermissionGroups from './PermissionGroups.astro';
import Question from './Question.astro';
import Rates from './Rates.astro';
import Risks from './Risks.astro';
import Sources from './Sources.astro';
import Steps from './Steps.astro';
import Term from './Term.astro';
import Value from './Value.astro';
import WebhookEvents from './WebhookEvents.astro';

export const mdxComponents = {
  AccessRule,
  Amount,
  ApiCalls,
  ErrorCatalogue,
  ApiFeeds,
  ApiLimits,
  Calculator,
  Checklist,
  Count,
  Commands,
  Console,
  Entry,
  Example,
  Fact,
  FactLedger,
  Figure,
  HighRisk,
  ImportanceRules,
  Index,
  LastValue,
  Latest,
  Rates,
  Ledger,
  Local,
  Market,
  Note,
  Operator,
  PartnerCalls,
  PartnerLayers,
  PermissionGroups,
  Question,
  Risks,
  Sources,
  Steps,
  Term,
  Value,
  WebhookEvents,
} satisfies Record<ComponentName, unknown>;

/** Markdown elements that the site renders with its own components. */
export const markdownElements = { a: SiteLink };
