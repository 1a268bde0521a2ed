/** The layers that a partner's call passes, in their order: what each checks, and the code of a call that it refuses. */
import { PARTNER_CODES } from '../../../contract/errors.ts';
import type { MessageKey } from '../../../i18n/messages.ts';

const { unsigned: _, ...CODES } = PARTNER_CODES;
type Layer = keyof typeof CODES;

const WORDS = {
  tls: { name: 'api.layer.tls', asks: 'api.layer.tls.asks' },
  key: { name: 'api.layer.key', asks: 'api.layer.key.asks' },
  network: { name: 'api.layer.network', asks: 'api.layer.network.asks' },
  time: { name: 'api.layer.time', asks: 'api.layer.time.asks' },
  nonce: { name: 'api.layer.nonce', asks: 'api.layer.nonce.asks' },
  signature: { name: 'api.layer.signature', asks: 'api.layer.signature.asks' },
  scope: { name: 'api.layer.scope', asks: 'api.layer.scope.asks' },
} as const satisfies Record<Layer, { name: MessageKey; asks: MessageKey }>;

export const LAYER_WORDS = (Object.keys(CODES) as Layer[]).map((layer) => ({
  ...WORDS[layer],
  code: CODES[layer].code,
}));
