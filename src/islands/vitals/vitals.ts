/**
 * Measures how fast this page is, and tells the API once, when the page is first hidden. What happens after that is not told:
 * the counts of the server could not take back what they have. To load this file is to begin, so that the script of every page,
 * which loads it for a sample (sections/Frame.ts), need not say more.
 */
import { onCLS, onINP, onLCP, onTTFB } from 'web-vitals';
import { sendVitals } from '../../api/vitals.ts';
import type { Metric, VitalsReport } from '../../contract/vitals.ts';

const figures: VitalsReport['figures'] = {};

function keep({ name, value }: { name: Metric; value: number }): void {
  figures[name] = value;
}

function tellWhenHidden(): void {
  if (document.visibilityState !== 'hidden') return;
  document.removeEventListener('visibilitychange', tellWhenHidden);
  // The class that the layout gives the body, by the kind of the route
  const kind = /\bkind-(\w+)/.exec(document.body.className)?.[1];
  if (kind && Object.keys(figures).length > 0) sendVitals(__API_BASE__, { kind, figures });
}

for (const measure of [onCLS, onINP, onLCP, onTTFB]) measure(keep);
// web-vitals listens on the window while the event comes down, so it has told all it knows before this is called.
document.addEventListener('visibilitychange', tellWhenHidden);
