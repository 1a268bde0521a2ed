/** Finding a city by what is typed, and telling namesakes apart. */
import type { City } from '../../contract/places.ts';
import { isReadAs, latinOf } from './kana.ts';

/**
 * What distinguishes a city from others of the same name in the country: the seat of its region and, if those are the
 * same, the population too. Empty if no other city has the name.
 */
export function marksOf(city: City, cities: readonly City[]): { region?: string; population?: number } {
  const namesakes = cities.filter(({ name, id }) => name === city.name && id !== city.id);
  if (namesakes.length === 0) return {};
  const isClear = namesakes.every(({ region }) => region !== city.region);
  return {
    ...(city.region && { region: city.region }),
    ...(!isClear && city.population > 0 && { population: city.population }),
  };
}

/** Makes 'São Paulo', 'sao paulo' and full-width letters equal. */
export function foldName(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase();
}

/**
 * At most `most` cities: those whose name begins with the typed text, then those with another name or a later word that
 * does, or with a reading in kana.
 */
export function findCities(cities: readonly City[], typed: string, most: number): City[] {
  const wanted = foldName(typed);
  if (!wanted) return cities.slice(0, most);
  const read = latinOf(typed);
  const startsIn = (other: string) => {
    const folded = foldName(other);
    return folded.startsWith(wanted) || (read !== null && isReadAs(folded, read));
  };
  const first: City[] = [];
  const second: City[] = [];
  for (const city of cities) {
    const name = foldName(city.name);
    if (name.startsWith(wanted)) first.push(city);
    else if (name.includes(` ${wanted}`) || [city.name, ...city.otherNames].some(startsIn)) second.push(city);
    if (first.length === most) break;
  }
  return [...first, ...second].slice(0, most);
}
