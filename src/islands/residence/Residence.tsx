import { useStore } from '@nanostores/react';
import { useEffect, useId } from 'react';
import { type CountryRules, RULE_KINDS } from '../../contract/countryRules.ts';
import type { Product } from '../../forms/lists.ts';
import { $countryRules, loadCountryRules } from '../../stores/countryRules.ts';
import { $location } from '../../stores/location.ts';
import { $chosenResidence, $residence } from '../../stores/residence.ts';
import { rulesFor } from './rules.ts';

/** What the server has rendered, while the picker may have loaded them in the browser. */
const NONE: ReadonlyMap<string, CountryRules> = new Map();

export interface Props {
  /** Of the file with the rules of countries in the language of the text around it */
  address: string;
  /** The product of the lesson; without it, the switch stands alone */
  product?: Product;
}

/** The switch of the country of residence and, on a lesson, what the country's law says about the product. */
export default function Residence({ address, product }: Props) {
  const loaded = useStore($countryRules, { ssr: () => NONE }).get(address);
  useEffect(() => void loadCountryRules(address), [address]);
  // The element is there from the start: Astro loads the island when it comes near the window.
  return (
    <div className={product ? 'residence lesson-rules' : 'residence'}>
      {loaded && <Switch {...loaded} product={product} />}
    </div>
  );
}

/** The switch and, with a product, the rules: once their words are loaded. */
export function Switch({ words, countries, rules, product }: CountryRules & { product: Product | undefined }) {
  const id = useId();
  const chosen = useStore($chosenResidence);
  const residence = useStore($residence);
  const detected = useStore($location)?.countryCode;
  const nameOf = (code: string | undefined) => countries.find(([one]) => one === code)?.[1];
  const detectedName = nameOf(detected);
  return (
    <>
      {product && <h2>{words.title}</h2>}
      <p className="residence-switch">
        <label htmlFor={id}>{words.country}</label>
        <select
          id={id}
          className="input"
          value={nameOf(chosen) ? chosen : ''}
          aria-describedby={`${id}-hint`}
          onChange={({ target }) => $chosenResidence.set(target.value)}
          // The picker takes arrows and other keys for its languages.
          onKeyDown={(event) => event.stopPropagation()}
        >
          <option value="">{detectedName ? words.detected.join(detectedName) : words.unset}</option>
          {countries.map(([code, name]) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </select>
        <span id={`${id}-hint`}>{words.hint}</span>
      </p>
      {product && <Rules words={words} rules={rules} product={product} country={nameOf(residence) && residence} />}
    </>
  );
}

function Rules({
  words,
  rules,
  product,
  country,
}: Pick<CountryRules, 'words' | 'rules'> & { product: Product; country: string | undefined }) {
  if (!country) return <p className="residence-none">{words.unknown}</p>;
  const found = rulesFor(rules, country, product);
  if (found.length === 0) return <p className="residence-none">{words.none}</p>;
  return (
    <dl>
      {RULE_KINDS.map((kind) => {
        const ofKind = found.filter((rule) => rule.kind === kind);
        if (ofKind.length === 0) return null;
        return (
          <div key={kind}>
            <dt>{words[kind]}</dt>
            {ofKind.map(({ short, texts, source: { name, address, said } }) => (
              <dd key={texts[0]}>
                {short && <strong>{short}</strong>}
                {texts.map((text) => (
                  <p key={text}>{text}</p>
                ))}
                <p className="residence-source">
                  {said[0]}
                  <span lang="en">{address ? <a href={address}>{name}</a> : name}</span>
                  {said[1]}
                </p>
              </dd>
            ))}
          </div>
        );
      })}
    </dl>
  );
}
