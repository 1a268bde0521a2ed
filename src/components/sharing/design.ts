/** How a sharing picture looks: the mark and the name above, section and title below, the motif beside them. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Node } from 'takumi-js';
import packageJson from '../../../package.json' with { type: 'json' };
import { isEastAsian } from '../../i18n/conventions.ts';
import { LOCALES } from '../../i18n/locales.ts';
import { COMPANY } from '../../site.ts';
import { ACCENT, HAIRLINE, INK, MUTED, PAPER } from '../ui/inks.ts';
import { MARK, MOTIF_SIZE, motifPath } from '../ui/mark.ts';
import type { Card } from './card.ts';
import { layOutTitle, MOST_LINES, TEXT_WIDTH } from './title.ts';

/** The size that networks ask for, in px. */
export const SIZE = { width: 1200, height: 630 };

const { devDependencies: versions } = packageJson;
/** A picture is drawn anew if one of these changes, too. */
const MADE_WITH = [
  versions['takumi-js'],
  ...(['jp', 'tc', 'sc'] as const).map((script) => versions[`@fontsource/noto-sans-${script}`]),
  createHash('sha256').update(readFileSync('src/styles/fonts/newsreader.woff2')).digest('hex'),
];

const EDGE = 72;

function svg(attributes: string, content: string): string {
  const shared = 'xmlns="http://www.w3.org/2000/svg" fill="none" stroke-linecap="round" stroke-linejoin="round"';
  return `data:image/svg+xml;base64,${Buffer.from(`<svg ${shared} ${attributes}>${content}</svg>`).toString('base64')}`;
}

const MARK_SIZE = 60;
const mark = svg(
  `viewBox="${MARK.viewBox}" width="${MARK_SIZE}" height="${MARK_SIZE}"`,
  `<path stroke="${ACCENT}" stroke-width="${MARK.strokeWidth}" d="${MARK.path}"/>`,
);

/** Its arcs fade into the paper before they end. */
const MOTIF_WIDTH = 440;
const motif = svg(
  `viewBox="0 0 ${MOTIF_SIZE} ${MOTIF_SIZE}" width="${MOTIF_WIDTH}" height="${MOTIF_WIDTH}"`,
  `<linearGradient id="fade" gradientUnits="userSpaceOnUse" x1="0" x2="0" y1="${MOTIF_SIZE * 0.6}" y2="${MOTIF_SIZE * 0.98}">
<stop stop-color="${HAIRLINE}"/><stop offset="1" stop-color="${PAPER}"/></linearGradient>
<path stroke="url(#fade)" stroke-width="2" d="${motifPath()}"/>`,
);

/** The picture as takumi draws it. */
export function designOf({ locale, section, title }: Card): Node {
  const eastAsian = isEastAsian(locale);
  const { size, text, whole } = layOutTitle(title, locale);
  return {
    type: 'container',
    // The same words in two locales of a language are one picture.
    lang: eastAsian ? LOCALES[locale].lang : new Intl.Locale(LOCALES[locale].lang).language,
    style: { width: '100%', height: '100%', display: 'flex', position: 'relative', backgroundColor: PAPER, color: INK },
    children: [
      {
        type: 'image',
        src: motif,
        width: MOTIF_WIDTH,
        height: MOTIF_WIDTH,
        style: { position: 'absolute', right: 24, bottom: 48 },
      },
      {
        type: 'container',
        style: {
          display: 'flex',
          flexDirection: 'column',
          justifyContent: 'space-between',
          width: '100%',
          padding: `${EDGE - 8}px ${EDGE}px ${EDGE}px`,
        },
        children: [
          {
            type: 'container',
            style: { display: 'flex', alignItems: 'center', gap: 16 },
            children: [
              { type: 'image', src: mark, width: MARK_SIZE, height: MARK_SIZE },
              {
                type: 'text',
                text: COMPANY,
                style: { fontFamily: 'Newsreader', fontSize: 50, letterSpacing: '-0.02em' },
              },
            ],
          },
          {
            type: 'container',
            style: { display: 'flex', flexDirection: 'column', gap: 16, width: TEXT_WIDTH },
            children: [
              ...(section === null
                ? []
                : [{ type: 'text' as const, text: section, style: { fontSize: 34, color: MUTED } }]),
              {
                type: 'text',
                text,
                style: {
                  fontSize: size,
                  lineHeight: eastAsian ? 1.35 : 1.1,
                  letterSpacing: eastAsian ? 0 : '-0.015em',
                  wordBreak: eastAsian ? 'keep-all' : 'normal',
                  overflowWrap: whole ? 'normal' : 'anywhere',
                  textWrap: 'balance',
                  whiteSpace: 'pre-line',
                  lineClamp: MOST_LINES,
                },
              },
            ],
          },
        ],
      },
    ],
  };
}

/** The address of a card's picture, which changes with all that is in it: hosts cache what is below /_astro for ever. */
export function addressOf(card: Card): string {
  const made = JSON.stringify([designOf(card), MADE_WITH]);
  return `/_astro/card.${createHash('sha256').update(made).digest('hex').slice(0, 16)}.png`;
}
