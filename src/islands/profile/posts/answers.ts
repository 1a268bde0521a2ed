/** The answers of the form of a post, what is sent of them, and to which post those on the device belong. */
import type { OwnPost } from '../../../contract/posts.ts';
import type { PostDraft } from '../../../forms/postForms.ts';
import { lookUp } from '../../../lookUp.ts';
import type { KeptDraft } from '../../../stores/postDrafts.ts';
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
    language,
    title,
    text,
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

/** A post that nobody has sent: its author can change it. */
export const isUnsent = ({ state }: Pick<OwnPost, 'state'>) => state === 'draft' || state === 'refused';

/**
 * Whether what the device keeps could be a new post, because the one to which it belongs can be changed no more. Posts that
 * are older than those listed are not known, and keep theirs.
 */
export function isStray({ post }: Pick<KeptDraft, 'post'>, { list, next }: Listed): boolean {
  if (post === null) return true;
  const listed = list.find(({ id }) => id === post);
  if (listed) return !isUnsent(listed) && listed.state !== 'published';
  return next === null || Number(post) > Number(list.at(-1)?.id);
}
interface Listed {
  /** Newest first, as ids are */
  list: readonly Pick<OwnPost, 'id' | 'state'>[];
  /** Null if there are no older ones */
  next: string | null;
}
