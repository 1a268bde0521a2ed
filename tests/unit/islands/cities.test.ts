// cspell:ignore Köpenick Neustadt Ōzaka
import { describe, expect, it } from 'vitest';
import { findCities, marksOf } from '../../../src/islands/applicationForm/cities.ts';

describe('cities', () => {
  const city = (id: number, name: string) => ({
    id,
    name,
    region: '',
    population: 1,
    otherNames: name === 'Osaka' ? ['大阪市', 'Ōzaka'] : [],
  });
  const cities = ['São Paulo', 'Rio de Janeiro', 'Santos', 'Campo Santo', 'Osaka'].map((name, id) => city(id, name));
  it.each([
    ['', ['São Paulo', 'Rio de Janeiro']],
    ['sao', ['São Paulo']],
    ['ＳＡＯ', ['São Paulo']],
    ['san', ['Santos', 'Campo Santo']],
    ['jan', ['Rio de Janeiro']],
    ['x', []],
    ['大阪', ['Osaka']],
    ['oza', ['Osaka']],
  ])('are found by the beginnings of their words: %j', (typed, names) => {
    expect(findCities(cities, typed, 2).map(({ name }) => name)).toEqual(names);
  });

  it('say what tells them from others of their name, and nothing where there is none', () => {
    const list = [
      { id: 1, name: 'Berlin', region: 'Berlin', population: 3_426_354 },
      { id: 2, name: 'Berlin Köpenick', region: 'Berlin', population: 67_148 },
      { id: 3, name: 'Neustadt', region: 'Dresden', population: 9 },
      { id: 4, name: 'Neustadt', region: 'Mainz', population: 9 },
      { id: 5, name: 'Neustadt', region: 'Mainz', population: 0 },
      { id: 6, name: 'Altdorf', region: '', population: 7 },
      { id: 7, name: 'Altdorf', region: 'Munich', population: 7 },
    ].map((one) => ({ ...one, otherNames: [] }));
    expect(list.map((one) => marksOf(one, list))).toEqual([
      {},
      {},
      { region: 'Dresden' },
      { region: 'Mainz', population: 9 },
      { region: 'Mainz' },
      {},
      { region: 'Munich' },
    ]);
  });
});
