/** What the form of the desk sends for a new text of each kind. */
import type { NewText } from '../../../src/desk/texts/create.ts';

export const LESSON = {
  as: 'lesson',
  title: 'Rights issues: new shares',
  description: 'How a rights issue works, what it costs and what can be lost.',
  lead: 'A rights issue offers new shares to those who hold shares already.',
  under: '/service',
  name: 'rightsIssues',
  labels: { 'en-US': 'Rights issues', ja: 'ライツ・イシュー', tw: '配股', cn: '配股' },
  footer: 'invest',
  isHighRisk: true,
} satisfies NewText;
export const NEWS = {
  as: 'news',
  title: 'New hours',
  description: 'The hours of trading change, and why they do so today.',
  lead: 'The hours change.',
  name: '2026-11-new-hours',
  date: '2026-11-23',
  isHouse: true,
} satisfies NewText;
export const HELP = {
  as: 'help',
  title: 'How do I change my name?',
  description: 'Write to Support from your account.',
  name: 'change-my-name',
  topic: 'account',
} satisfies NewText;
