import type { TransportKind } from '../../contract/errors.ts';
import type { Translate } from '../../i18n/messages.ts';

/** What a page says of a call that failed on its way. */
export const transportWords = (t: Translate): Record<TransportKind, string> => ({
  offline: t('error.offline'),
  unreachable: t('error.unreachable'),
  timeout: t('error.timeout'),
  server: t('error.server'),
  notJson: t('error.notJson'),
  wrongShape: t('error.wrongShape'),
});
