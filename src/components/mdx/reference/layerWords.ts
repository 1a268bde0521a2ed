/** The layers that a partner's call passes, in their order: what each checks, and the code of a call that it refuses. */
import { PARTNER_CODES } from '../../../contract/errors.ts';

const { unsigned: _, ...CODES } = PARTNER_CODES;
type Layer = keyof typeof CODES;

export const LAYER_WORDS = (Object.keys(CODES) as Layer[]).map((layer) => ({
  name: `api.layer.${layer}` as const,
  asks: `api.layer.${layer}.asks` as const,
  code: CODES[layer].code,
}));
