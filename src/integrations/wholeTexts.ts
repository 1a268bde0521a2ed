/** Stops a build that would publish an empty page, or a risk notice that says less than the English one. */
import type { AstroIntegration } from 'astro';
import { unfitTexts } from '../authoring/translation/whole.ts';

export function wholeTexts(): AstroIntegration {
  return {
    name: 'whole-texts',
    hooks: {
      'astro:build:start': () => {
        const found = unfitTexts();
        if (found.length === 0) return;
        const intro = 'These texts may not be published as they are (npm run content says more):';
        const error = new Error([intro, ...found].join('\n'));
        error.stack = ''; // Says nothing to an editor.
        throw error;
      },
    },
  };
}
