/// <reference types="astro/client" />

/** The boot script of src/layouts/boot, bundled by astro.config.mjs. */
declare const __BOOT__: string;

declare namespace App {
  interface Locals {
    /** The locale of the page, which is not always the language its words are written in */
    locale: import('./i18n/locales.ts').Locale;
    /** The language the words are written in: English under a notice where a translation is missing */
    written: import('./i18n/locales.ts').Locale;
  }
}

/** For tsc, which knows no .astro files; `astro check` checks them truly. */
declare module '*.astro' {
  const component: (props: Record<string, unknown>) => unknown;
  export default component;
}
