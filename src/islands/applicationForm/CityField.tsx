import { useEffect, useRef, useState } from 'react';
import type { City } from '../../contract/places.ts';
import { answer } from '../../stores/applicationForm.ts';
import { Field, type FieldProps, useField } from '../formControls/controls.tsx';
import { findCities, marksOf } from './cities.ts';
import { useAnswer, useApplication } from './context.ts';

const MOST_SUGGESTIONS = 8;

/** A city chosen from a list that is searched while the visitor types, or a name typed freely. */
export function CityField({ name, label, hint, cities }: FieldProps & { cities: readonly City[] }) {
  const { say, lang } = useApplication();
  const { id, tied } = useField({ name, hint });
  const [answered] = useAnswer(name);
  const typed = String(answered ?? '');
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const list = useRef<HTMLDivElement>(null);
  const found = open ? findCities(cities, typed, MOST_SUGGESTIONS) : [];
  const isShown = open && found.length > 0;

  const take = (cityName: string, city: number | null) => answer({ cityName, city });
  const close = () => {
    setOpen(false);
    setActive(-1);
  };
  const choose = (city: City) => {
    take(city.name, city.id);
    close();
  };
  // The list takes space in the page, so everything below moves up when it closes. It must not close while a button
  // below is pressed (which takes the focus), or the click would miss the button.
  const box = useRef<HTMLDivElement>(null);
  const isPressed = useRef(false);
  useEffect(() => {
    const press = () => {
      isPressed.current = true;
    };
    // Deferred, because the click comes right after the release.
    const release = () =>
      setTimeout(() => {
        isPressed.current = false;
        if (!box.current?.contains(document.activeElement)) close();
      });
    document.addEventListener('mousedown', press, true);
    document.addEventListener('mouseup', release, true);
    return () => {
      document.removeEventListener('mousedown', press, true);
      document.removeEventListener('mouseup', release, true);
    };
  });
  const marks = (city: City) => {
    const { region, population } = marksOf(city, cities);
    return [region, population && say('account.city.population', { population: population.toLocaleString(lang) })]
      .filter(Boolean)
      .join(' · ');
  };
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);

  return (
    <Field name={name} label={label} hint={hint}>
      <div className="city" ref={box}>
        <input
          id={id}
          className="input"
          type="text"
          role="combobox"
          autoComplete="off"
          spellCheck={false}
          aria-autocomplete="list"
          aria-expanded={isShown}
          aria-controls={`${id}-list`}
          aria-activedescendant={isShown && active >= 0 ? `${id}-option-${active}` : undefined}
          {...tied}
          name={name}
          value={typed}
          onFocus={() => setOpen(true)}
          onBlur={() => {
            if (!isPressed.current) close();
          }}
          onChange={({ target }) => {
            take(target.value, null);
            setOpen(true);
            setActive(-1);
          }}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing) return;
            const { key } = event;
            if (key === 'ArrowDown' || key === 'ArrowUp') {
              event.preventDefault();
              setOpen(true);
              const last = found.length - 1;
              const next = active + (key === 'ArrowDown' ? 1 : -1);
              setActive(next > last ? -1 : next < -1 ? last : next);
            }
            const chosen = found[active];
            if (key === 'Enter' && isShown && chosen) {
              event.preventDefault();
              choose(chosen);
            }
            if (key === 'Escape' && isShown) {
              event.preventDefault();
              close();
            }
          }}
        />
        <div
          id={`${id}-list`}
          ref={list}
          className="city-list"
          role="listbox"
          aria-label={say('account.city.list')}
          hidden={!isShown}
          onMouseDown={(event) => event.preventDefault()}
        >
          {found.map((city, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the input
            // biome-ignore lint/a11y/useFocusableInteractive: as above
            <div
              key={city.id}
              id={`${id}-option-${index}`}
              role="option"
              aria-selected={index === active}
              onClick={() => choose(city)}
            >
              {city.name}
              {marks(city) && <span> {marks(city)}</span>}
            </div>
          ))}
        </div>
      </div>
      <p className="unseen" aria-live="polite">
        {isShown && say('account.city.count', { count: found.length })}
      </p>
    </Field>
  );
}
