/** The answers of the form of a post, and what is sent of them. */
import type { PostDraft } from '../../../forms/postForms.ts';
import { lookUp } from '../../../lookUp.ts';
import type { Answers } from '../../formControls/Form.tsx';

/** Answers of the form: what belongs to a recommendation has the names of its faults. */
export function answersOf(draft: PostDraft, company: string | null): Answers {
  const { recommendation, symbols, ...rest } = draft;
  const { product = '', advice = '', horizon = '', basis = '', method = '', risk = '' } = recommendation ?? {};
  const { updates = '', interests = '', earlier = '' } = recommendation ?? {};
  return {
    ...rest,
    company: company ?? '',
    symbols: symbols.join(', '),
    recommends: recommendation !== null,
    'recommendation.product': product,
    'recommendation.advice': advice,
    'recommendation.horizon': horizon,
    'recommendation.basis': basis,
    'recommendation.method': method,
    'recommendation.risk': risk,
    'recommendation.updates': updates,
    'recommendation.interests': interests,
    'recommendation.earlier': earlier,
  };
}

const orNull = (answer: unknown) => answer || null;

export function bodyOf(answers: Answers) {
  const { language, title, text, company, series, holding, pricesOn, symbols, recommends } = answers;
  const part = (name: string) => lookUp(answers, `recommendation.${name}`);
  return {
    ...{ language, title, text },
    company: orNull(company),
    series: orNull(series),
    holding: orNull(holding),
    pricesOn: orNull(pricesOn),
    symbols: String(symbols)
      .toUpperCase()
      .split(/[\s,、，]+/)
      .filter(Boolean),
    recommendation: recommends
      ? {
          product: orNull(part('product')),
          advice: orNull(part('advice')),
          horizon: orNull(part('horizon')),
          basis: part('basis') ?? '',
          method: part('method') ?? '',
          risk: part('risk') ?? '',
          updates: part('updates') ?? '',
          interests: part('interests') ?? '',
          earlier: part('earlier') ?? '',
        }
      : null,
  };
}

/** Whether two forms would send the same. */
export const isSame = (a: Answers, b: Answers) => JSON.stringify(bodyOf(a)) === JSON.stringify(bodyOf(b));
