// cspell:ignore Köpenick Neustadt Ōzaka
import { describe, expect, it } from 'vitest';
import { findCities, marksOf } from '../../../src/islands/applicationForm/cities.ts';
import { cityRows } from '../../../src/server/geo/cityFile.ts';

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

  const japan = cityRows()
    .filter(({ country_code }) => country_code === 'JP')
    .map(({ id, name, population, names }) => ({
      id,
      name: names?.ja ?? name,
      region: '',
      population,
      otherNames: [name, ...(names?.more ?? [])],
    }));
  it.each([
    ['とうきょう', '東京都'],
    ['トウキョウ', '東京都'],
    ['ﾄｳｷｮｳ', '東京都'],
    ['とうきょうと', '東京都'],
    ['おおさか', '大阪市'],
    ['オーサカ', '大阪市'],
    ['さっぽろ', '札幌市'],
    ['はちおうじし', '八王子市'],
    ['きたきゅうしゅう', '北九州市'],
    ['とっとり', '鳥取市'],
    ['にっこう', '日光市'],
    ['ハッチョウボリ', undefined],
    ['ちょうふ', '調布ヶ丘'],
    ['にいがた', '新潟市'],
    ['サイタマ', 'さいたま'],
    ['っ', undefined],
    ['とうきょう!', undefined],
    ['しょう京', undefined],
  ])('in Japan are found as they are read: %s', (typed, name) => {
    expect(findCities(japan, typed, 1)[0]?.name).toBe(name);
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
