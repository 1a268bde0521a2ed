/** Who did something, and when, as one text: '2026-11-23T12:05:48Z Hana Sato'. The name may be missing. */
export type Act = string;

export const actBy = (by: string, at: Date | string = new Date()): Act =>
  `${typeof at === 'string' ? at : `${at.toISOString().slice(0, 19)}Z`} ${by}`.trim();
export const dayOf = (act: Act) => act.slice(0, 10);
export const nameOf = (act: Act) => act.split(' ').slice(1).join(' ');
/** '2026-11-23, Hana Sato' */
export const shownAct = (act: Act) => [dayOf(act), nameOf(act)].filter(Boolean).join(', ');
