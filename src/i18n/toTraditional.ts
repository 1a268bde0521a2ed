/** Simplified characters as they are written in Taiwan. */
import ST from 'opencc-js/dict/STCharacters';
import VARIANTS from 'opencc-js/dict/TWVariants';
import { converter } from './characters.ts';

const traditional = converter(ST);
const local = converter(VARIANTS);

export const convert = (text: string) => local(traditional(text));
