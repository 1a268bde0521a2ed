/** The baseline: a bare Astro + React + MDX project with one collection, one route, one layout and one island. */
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { LOCALE_IDS } from '../../src/i18n/locales.ts';

const FILES: Record<string, string> = {
  // Astro bundles the packages named here and leaves others external.
  'package.json': JSON.stringify({
    name: 'bare',
    private: true,
    type: 'module',
    dependencies: { '@astrojs/mdx': '*', '@astrojs/react': '*', astro: '*', react: '*', 'react-dom': '*' },
  }),
  'astro.config.mjs': `
import mdx from '@astrojs/mdx';
import react from '@astrojs/react';
import { defineConfig } from 'astro/config';

export default defineConfig({ site: 'http://localhost:4321', integrations: [react(), mdx()] });
`,
  'tsconfig.json': JSON.stringify({
    extends: 'astro/tsconfigs/base',
    compilerOptions: { jsx: 'react-jsx', jsxImportSource: 'react' },
  }),
  'src/content.config.ts': `
import { defineCollection } from 'astro:content';
import { glob } from 'astro/loaders';
import { z } from 'astro/zod';

export const collections = {
  news: defineCollection({
    loader: glob({ base: './src/content', pattern: '**/*.mdx' }),
    schema: z.object({ title: z.string(), description: z.string(), lead: z.string(), date: z.coerce.date() }),
  }),
};
`,
  'src/pages/[...slug].astro': `---
import { getCollection, render } from 'astro:content';
import Term from '../components/Term.astro';
import Layout from '../layouts/Layout.astro';

export async function getStaticPaths() {
  return (await getCollection('news')).map((entry) => ({ params: { slug: entry.id }, props: { entry } }));
}
const { entry } = Astro.props;
const { Content } = await render(entry);
---
<Layout title={entry.data.title} description={entry.data.description}>
  <h1>{entry.data.title}</h1>
  <p>{entry.data.lead}</p>
  <Content components={{ Term }} />
</Layout>
`,
  'src/layouts/Layout.astro': `---
import Menu from '../components/Menu.tsx';
import { frame } from './frame.json';

const { title, description } = Astro.props;
---
<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>{title}</title>
    <meta name="description" content={description} />
  </head>
  <body>
    <Menu client:idle items={['/', '/about', '/news']} />
    <main><slot /></main>
    <footer><a href="/">/</a><Fragment set:html={frame} /></footer>
  </body>
</html>
`,
  'src/components/Term.astro': `<a href={\`#term-\${Astro.props.id}\`}><slot /></a>
`,
  'src/components/Menu.tsx': `
import { useState } from 'react';

export default function Menu({ items }: { items: string[] }) {
  const [open, setOpen] = useState(true);
  return (
    <nav>
      <button type="button" aria-expanded={open} onClick={() => setOpen(!open)}>=</button>
      {open && items.map((item) => <a key={item} href={item}>{item}</a>)}
    </nav>
  );
}
`,
};

/**
 * Writes the project, with the news of a content folder, to a folder inside this project, whose packages it uses.
 * `frame`: HTML at the end of each page.
 */
export async function makeBareProject(dir: string, content: string, frame = ''): Promise<void> {
  await rm(dir, { recursive: true, force: true });
  for (const [name, text] of Object.entries({ ...FILES, 'src/layouts/frame.json': JSON.stringify({ frame }) })) {
    await mkdir(dirname(join(dir, name)), { recursive: true });
    await writeFile(join(dir, name), text);
  }
  for (const locale of LOCALE_IDS) {
    await cp(join(content, locale, 'news'), join(dir, 'src/content', locale), { recursive: true });
  }
}
