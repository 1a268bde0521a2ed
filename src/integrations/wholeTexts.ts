/** Stops a build that would publish an empty page, or a risk notice that says less than the English one. */
import type { AstroIntegration } from 'astro';
import { unfitTexts } from '../authoring/whole.ts';

export function wholeTexts(): AstroIntegration {
  return {
    name: 'whole-texts',
    hooks: {
      'astro:build:start': () => {
        const found = unfitTexts();
        if (found.length === 0) return;
        throw new Error(
          `These texts may not be published as they are (npm run content says more):\n${found.join('\n')}`,
        );
      },
    },
  };
}
