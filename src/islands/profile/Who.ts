/** Shows at the head of a member's pages who they are and where they stand, and the current section. A plain island. */
import { $user } from '../../browserState/user.ts';
import type { Service } from '../../contract/common.ts';
import type { Role } from '../../forms/lists.ts';
import { ROLE_WORDS, STATE_WORDS } from '../../forms/messageKeys.ts';
import { speaker } from '../../i18n/format.ts';
import type { Locale } from '../../i18n/locales.ts';
import type { Words } from '../../i18n/messages.ts';
import { $center, readCenter } from '../../stores/center.ts';
import { showFace } from '../sections/face.ts';

export const WHO_WORDS = ['account.role.*', 'account.state.*', 'user.standing.*'] as const;

interface Props {
  locale: Locale;
  service: Service;
  /** False where the page itself reads the user center */
  asks: boolean;
  /** How many steps the form of an application has in each role */
  steps: Readonly<Record<Role, number>>;
  words: Words<(typeof WHO_WORDS)[number]>;
}

export default function Who({ locale, service, asks, steps, words }: Props): void {
  showCurrent();
  const say = speaker(words, locale);
  const [face, name, standing] = document.querySelectorAll<HTMLElement>('.member-who :is(.avatar, strong, p > span)');
  if (!face || !name || !standing) return;
  let hasAsked = !asks;
  $user.subscribe((user) => {
    const known = user === 'unread' ? null : user;
    name.textContent = known?.nickname ?? '';
    showFace(face, known, service.base);
    if (!known) $center.set(null);
    else if (!hasAsked) {
      hasAsked = true;
      void readCenter(service);
    }
  });
  const section = document.querySelector<HTMLElement>('[data-moderators]');
  $center.subscribe((center) => {
    if (section && center?.moderates) section.hidden = false;
    const application = center?.applications[0];
    if (!center) standing.textContent = '';
    else if (!application)
      standing.textContent = say('user.standing.next', { steps: steps[center.role ?? 'investor'] });
    else if (application.state === 'needsInformation') standing.textContent = say('user.standing.missing');
    else {
      const { role, state } = application;
      const values = { role: say(ROLE_WORDS[role].name), state: say(STATE_WORDS[state].name) };
      standing.textContent = say('user.standing.state', values);
    }
  });
}
Who.plain = true;

/** Where the sections are one row, the current one is in view. */
function showCurrent(): void {
  const nav = document.querySelector<HTMLElement>('.member-nav');
  const current = nav?.querySelector<HTMLElement>('[aria-current]');
  if (nav && current) nav.scrollLeft = current.offsetLeft - (nav.clientWidth - current.offsetWidth) / 2;
}
