/** 'Ada King Lovelace' → 'AL', '山田太郎' → '山' */
export function initialsOf(nickname: string): string {
  const words = nickname.trim().split(/\s+/);
  const first = (word = '') => [...new Intl.Segmenter().segment(word)][0]?.segment.toUpperCase() ?? '';
  return first(words[0]) + (words.length > 1 ? first(words.at(-1)) : '');
}
