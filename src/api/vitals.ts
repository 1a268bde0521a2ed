import { VITALS_PATH, type VitalsReport } from '../contract/vitals.ts';

/**
 * Tells how fast a page was, also while it is left. Without cookies, token and the address of the page, and without an answer:
 * nobody waits for it.
 */
export function sendVitals(base: string, report: VitalsReport): void {
  fetch(base + VITALS_PATH, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(report),
    keepalive: true,
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
  }).catch(() => {});
}
