import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { textAt } from '../../forms/applicationSteps.ts';
import { answer, answersNow } from '../../stores/applicationForm.ts';
import { $applicationLists, listOf } from '../../stores/applicationLists.ts';
import { $chosenResidence, $residence } from '../../stores/residence.ts';

/** The field with the country that was preset */
const PRESET = 'own.preset';

/**
 * Preselects the country of residence: the chosen one, else that of the visitor's IP address. Until the applicant answers
 * otherwise, it follows a later choice, even one on another page. Where the applicant travels changes no answer.
 */
export function usePresetCountry(): void {
  const { countries } = useStore($applicationLists);
  const residence = useStore($residence);
  const isChosen = useStore($chosenResidence) !== '';
  const isKnown = listOf(countries).some(({ code }) => code === residence);
  useEffect(() => {
    const answers = answersNow();
    const country = textAt(answers, 'country');
    const isOpen = country === '' || (isChosen && country === textAt(answers, PRESET));
    if (!isKnown || !isOpen || country === residence) return;
    // A city chosen from the list belongs to the country before.
    answer({
      country: residence,
      [PRESET]: residence,
      ...(textAt(answers, 'city') !== '' && { city: null, cityName: '' }),
    });
  }, [isKnown, isChosen, residence]);
}
