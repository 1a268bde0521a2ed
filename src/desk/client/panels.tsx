/** What can be shown beside the text. A part of the desk adds its own panel to the list. */
import type { EditorView } from '@codemirror/view';
import type { ComponentType } from 'react';
import type { Locale } from '../../i18n/locales.ts';
import type { OpenPage } from '../server/pageCalls.ts';
import { Preview } from './Preview.tsx';
import { EDIT_WORDS } from './words.ts';

export interface PanelProps {
  locale: Locale;
  /** 'pages/service/bonds' */
  page: string;
  lang: string;
  opened: OpenPage;
  /** The address of the page on the site; null for a text that is part of other pages */
  address: string | null;
  /** The editor that had the focus last, for what a panel writes into it */
  editor: () => EditorView | null;
}

export const PANELS: readonly { id: string; title: string; Panel: ComponentType<PanelProps> }[] = [
  { id: 'preview', title: EDIT_WORDS.preview, Panel: Preview },
];
