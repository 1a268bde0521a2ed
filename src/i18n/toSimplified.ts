/** Traditional characters in simplified ones. */
import TS from 'opencc-js/dict/TSCharacters';
import { converter } from './characters.ts';

export const convert = converter(TS);
