import { LOCALE_KEY } from '../../visit/keys.ts';

/**
 * Reserves the line that offers the page in the visitor's language, before the first paint: what is below would move
 * when the language bar draws it. `data-offers` names the locales that the page is offered in.
 */
export function reserveOffer({ documentElement }: Document, storage: () => Storage): void {
  try {
    const chosen = storage().getItem(LOCALE_KEY);
    const offers = documentElement.dataset.offers?.split(' ') ?? [];
    documentElement.toggleAttribute('data-offer', Boolean(chosen && offers.includes(chosen)));
  } catch {
    // Storage is disabled: no language was chosen.
  }
}
