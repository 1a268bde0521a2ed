/** What the queue and the decisions share. */
import type { FrameProps } from '../parts.tsx';
import type { Close } from '../Setting.tsx';
import type { MODERATION_WORDS } from './moderationWords.ts';

export interface Props extends FrameProps<(typeof MODERATION_WORDS)[number]> {
  /** Addresses of posts, for `{id}` */
  postHref: string;
  /** Names of the types of licenses */
  licenses: Readonly<Record<string, string>>;
  /** Names of the official series */
  series: Readonly<Record<string, string>>;
}
export interface DecisionProps extends Props {
  changed: () => Promise<void>;
}

export function done(close: Close, words: string, changed: () => Promise<void>): void {
  close(words);
  void changed();
}
