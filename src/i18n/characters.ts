/** Replaces each character of a text by that of a dictionary of opencc-js ('from to|from to …'), if it has one. */
export function converter(dictionary: string): (text: string) => string {
  const characters = new Map(dictionary.split('|').map((pair) => pair.split(' ') as [string, string]));
  return (text) => Array.from(text, (character) => characters.get(character) ?? character).join('');
}
