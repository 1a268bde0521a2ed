/** The words of what may be said of a criterion: its name, and what it means. */
import type { State } from '../../../catalogue/conformance.ts';
import type { MessageKey } from '../../../i18n/messages.ts';

export const STATE_WORDS: Record<State, { name: MessageKey; about: MessageKey }> = {
  met: { name: 'conformance.met', about: 'conformance.met.about' },
  notMet: { name: 'conformance.notMet', about: 'conformance.notMet.about' },
  machineOnly: { name: 'conformance.machineOnly', about: 'conformance.machineOnly.about' },
  notApplicable: { name: 'conformance.notApplicable', about: 'conformance.notApplicable.about' },
  notEvaluated: { name: 'conformance.notEvaluated', about: 'conformance.notEvaluated.about' },
};
