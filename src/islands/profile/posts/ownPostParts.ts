/** What the page of posts and the form of one share. */
import type { CallData } from '../../../contract/common.ts';
import type { ownPostsCall } from '../../../contract/posts.ts';
import type { FrameProps } from '../parts.tsx';
import type { POST_WORDS } from './ownPostWords.ts';

export { sayIn } from '../parts.tsx';

export interface Props extends FrameProps<(typeof POST_WORDS)[number]> {
  /** Official series, as the page names them */
  series: readonly { value: string; text: string }[];
  /** The form of an application, and where the state of a license is shown */
  applyHref: string;
  licenseHref: string;
  /** Addresses of posts, for `{id}` */
  postHref: string;
  /** Where decisions of moderators are read */
  decisionsHref: string;
  /** Address of the file with what only previews need */
  preview: string;
}
export interface OwnPostProps extends Props {
  own: CallData<typeof ownPostsCall>;
  /** Reads the posts again */
  changed: () => Promise<void>;
}
