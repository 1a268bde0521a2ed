import { lazy, Suspense } from 'react';
import type { ShownPost } from '../../../contract/posts.ts';
import type { OwnPostProps } from './ownPostParts.ts';

const Preview = lazy(() => import('./Preview.tsx'));

/** A post as readers see it, or would; with a title of its own if something stands above it. */
export function Shown({ title, ...props }: OwnPostProps & { shown: ShownPost; title?: string }) {
  return (
    <>
      {title !== undefined && <h3>{title}</h3>}
      <Suspense fallback={<div className="post-preview" aria-busy="true" />}>
        <Preview {...props} />
      </Suspense>
    </>
  );
}
