/** The answers of the form of a post, and what is sent of them. */
import type { PostDraft } from '../../../forms/postForms.ts';
import { lookUp } from '../../../lookUp.ts';
import type { Answers } from '../../formControls/Form.tsx';

/** Answers of the form: what belongs to a recommendation has the names of its faults. */
export function answersOf(draft: PostDraft, company: string | null): Answers {
  const { recommendation, symbols, ...rest } = draft;
  const { advice = '', horizon = '', basis = '', interests = '' } = recommendation ?? {};
  return {
    ...rest,
    company: company ?? '',
    symbols: symbols.join(', '),
    recommends: recommendation !== null,
    'recommendation.advice': advice,
    'recommendation.horizon': horizon,
    'recommendation.basis': basis,
    'recommendation.interests': interests,
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
          advice: orNull(part('advice')),
          horizon: orNull(part('horizon')),
          basis: part('basis') ?? '',
          interests: part('interests') ?? '',
        }
      : null,
  };
}

/** Whether two forms would send the same. */
export const isSame = (a: Answers, b: Answers) => JSON.stringify(bodyOf(a)) === JSON.stringify(bodyOf(b));
