/** What can be shown beside the text. A part of the desk adds its own panel to the list. */
import type { ComponentType } from 'react';
import { EDIT_WORDS } from '../frame/editWords.ts';
import { InsertPanel } from '../offers/InsertPanel.tsx';
import { OffersPanel } from '../offers/OffersPanel.tsx';
import { OFFER_WORDS } from '../offers/offerWords.ts';
import { Preview } from './Preview.tsx';
import type { PanelProps } from './panel.ts';

export const PANELS: readonly { id: string; title: string; Panel: ComponentType<PanelProps> }[] = [
  { id: 'preview', title: EDIT_WORDS.preview, Panel: Preview },
  { id: 'offers', title: OFFER_WORDS.offers, Panel: OffersPanel },
  { id: 'insert', title: OFFER_WORDS.insert, Panel: InsertPanel },
];
