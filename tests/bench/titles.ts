/** A pseudorandom title of eight out of 676 words; a seed gives the same title in every run. */
export function titleOf(seed: number): string {
  return Array.from({ length: 8 }, (_, at) => word(Math.imul(seed * 8 + at + 1, 0x9e3779b1) >>> 0)).join(' ');
}

function word(chance: number): string {
  const letter = (one: number) => String.fromCharCode(97 + (one % 26));
  return `word${letter(chance >>> 8)}${letter(chance >>> 16)}`;
}
