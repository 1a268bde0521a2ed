/** Checks the rules of the project on the imports and the markup of src. */
import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import ts from 'typescript';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { nodesOf, parse, reachedFrom, readSources, type SourceFile, templateOf } from '../../helpers/sources.ts';

const sources = readSources('src');
const inRoom = (...rooms: string[]) =>
  sources.filter(({ file }) => rooms.some((room) => file.startsWith(`src/${room}/`)));

/** 'file → what it imports' for each import that breaks a rule. Type imports count only with `types`. */
function breaches(
  from: readonly SourceFile[],
  isForbidden: (target: string, from: SourceFile) => boolean,
  { types = false } = {},
): string[] {
  return from.flatMap((source) =>
    source.imports
      .filter(({ typeOnly }) => types || !typeOnly)
      .map(({ file, specifier }) => file ?? specifier)
      .filter((target) => isForbidden(target, source))
      .map((target) => `${source.file} → ${target}`),
  );
}

const REACT = /^(react|react-dom|@nanostores\/react)(\/|$)/;
/** Plain scripts of figures: the only folder of components that runs in the browser. */
const LIVE = 'components/drawings/exchanges/live';
const isIn = (room: string) => (target: string) => target.startsWith(`src/${room}/`);

describe('the rules', () => {
  const browser = inRoom('islands', 'stores', 'api', 'browserState', 'search', 'layouts/boot', LIVE);
  const server = inRoom('server');

  it('read the tree they hold', () => {
    const rooms = [
      'islands',
      'stores',
      'api',
      'browserState',
      'contract',
      'server',
      'components',
      'layouts',
      'pages',
      'authoring',
      'i18n',
      'shells',
    ];
    for (const room of [...rooms, 'catalogue', 'integrations', 'markets', 'forms', LIVE]) {
      expect(inRoom(room).length, room).toBeGreaterThan(0);
    }
    expect(sources.flatMap(({ imports }) => imports).length).toBeGreaterThan(100);
  });

  it('every import leads to a file that exists, by its whole name', () => {
    const known = new Set(sources.map(({ file }) => file));
    const wrong = breaches(
      sources,
      (target) =>
        target.startsWith('src/') &&
        !known.has(target) &&
        !/\.(json|css(\?(inline|url))?|yml|d\.ts|woff2\?url(&no-inline)?)$/.test(target),
      { types: true },
    );
    expect(wrong).toEqual([]);
    const bare = sources.flatMap(({ file, imports }) =>
      imports
        .filter(
          (one) =>
            one.file && !/\.(ts|tsx|astro|css(\?(inline|url))?|json|woff2\?url(&no-inline)?)$/.test(one.specifier),
        )
        .map(({ specifier }) => [file, specifier]),
    );
    expect(bare).toEqual([]);
  });

  /** A folder imports only folders that come after it in this list. */
  const ROOMS = [
    ...['tools', 'integrations', 'desk', 'pages', 'layouts', 'components', 'islands', 'stores', 'api', 'browserState'],
    ...['server', 'authoring', 'catalogue', 'shells', 'search', 'contract'],
    ...['forms', 'markets', 'i18n', 'styles', 'examples'],
  ];
  const roomOf = (file: string) => /^src\/([^/]+)\//.exec(file)?.[1];

  it('arrows run one way', () => {
    const rooms = new Set(sources.flatMap(({ file }) => roomOf(file) ?? []));
    expect([...rooms].filter((room) => !ROOMS.includes(room))).toEqual([]);
    const runsBack = (target: string, { file }: SourceFile) => {
      const [from, to] = [roomOf(file), roomOf(target)];
      return from !== undefined && to !== undefined && ROOMS.indexOf(to) < ROOMS.indexOf(from);
    };
    expect(breaches(sources, runsBack, { types: true })).toEqual([]);
  });

  it('islands and stores load the client when they call, and not before', () => {
    const reached = reachedFrom(inRoom('islands', 'stores'), sources, { atOnce: true });
    expect(reached.filter(({ file }) => file.startsWith('src/api/lazy/')).map(({ file }) => file)).toEqual([]);
  });

  it('only tools and integrations import the server', () => {
    const others = sources.filter(({ file }) => !/^src\/(server|tools|integrations)\//.test(file));
    expect(breaches(others, isIn('server'), { types: true })).toEqual([]);
  });

  it('the server shares the contract, shells, the search, the rules of forms, markets, languages and the catalogue, and no more', () => {
    const shared = ['server', 'shells', 'search', 'contract', 'forms', 'markets', 'i18n', 'catalogue'];
    const wrong = (target: string) => roomOf(target) !== undefined && !shared.some((room) => isIn(room)(target));
    expect(breaches(reachedFrom(server, sources), wrong)).toEqual([]);
    expect(breaches(server, wrong, { types: true })).toEqual([]);
  });

  it('the contract imports valibot, the locales and the lists of forms', () => {
    const allowed = ['valibot', 'src/forms/lists.ts', 'src/i18n/locales.ts', 'src/lookUp.ts'];
    const wrong = (target: string) => !allowed.includes(target) && !isIn('contract')(target);
    expect(breaches(inRoom('contract'), wrong, { types: true })).toEqual([]);
  });

  it('what runs in a browser imports the parts of the contract, so that no page loads the shapes of another', () => {
    expect(breaches(browser, (target) => target === 'src/contract/all.ts')).toEqual([]);
  });

  it('islands know no HTTP: they import no ky and call no fetch', () => {
    expect(breaches(inRoom('islands'), (target) => target === 'ky')).toEqual([]);
    expect(identifiers(inRoom('islands'), ['fetch', 'XMLHttpRequest', 'EventSource', 'WebSocket'])).toEqual([]);
  });

  it('the server reads bodies where they have limits', () => {
    const readers = ['json', 'text', 'formData', 'parseBody', 'blob', 'bytes', 'arrayBuffer', 'body'];
    const reads = inRoom('server').flatMap(({ file, tree }) =>
      nodesOf(tree)
        .filter(ts.isPropertyAccessExpression)
        .filter(({ name, expression }) => readers.includes(name.text) && /\breq(\.raw)?$/.test(expression.getText()))
        .map((node) => `${file}: ${node.getText()}`),
    );
    expect(reads).toEqual([]);
  });

  it('stores and the client know no React', () => {
    expect(breaches(inRoom('stores', 'api', 'browserState'), (target) => REACT.test(target), { types: true })).toEqual(
      [],
    );
    expect(inRoom('stores', 'api', 'browserState').filter(({ file }) => file.endsWith('.tsx'))).toEqual([]);
  });

  it('the client knows no page: it reports to src/browserState', () => {
    expect(identifiers(inRoom('api'), PAGE)).toEqual([]);
  });

  it('there is one ky', () => {
    expect(breaches(sources, (target) => target === 'ky', { types: true })).toEqual(['src/api/lazy/client.ts → ky']);
  });

  it('the locale table imports nothing', () => {
    const table = sources.find(({ file }) => file === 'src/i18n/locales.ts');
    expect(table?.imports).toEqual([]);
  });

  it('nothing that a browser loads reaches Node, the build, or the words of all languages', () => {
    const reached = reachedFrom(browser, sources);
    const forbidden = ['authoring', 'catalogue', 'server', 'tools', 'pages', 'components'];
    const wrong = breaches(
      reached,
      (target) =>
        target.startsWith('node:') ||
        /^(astro|icu-minify\/compile|yaml|satteri|github-slugger)(:|\/|$)/.test(target) ||
        ['src/settings.ts', 'src/site.ts', 'src/i18n/messages.ts'].includes(target) ||
        (forbidden.some((room) => isIn(room)(target)) && !isIn(LIVE)(target)),
    );
    expect(wrong).toEqual([]);
  });

  it('markets, which browser and server both run, import nothing else and know no page', () => {
    const outside = (target: string) => !isIn('markets')(target) && target !== 'big.js';
    expect(breaches(inRoom('markets'), outside, { types: true })).toEqual([]);
    expect(identifiers(inRoom('markets'), [...PAGE, 'process'])).toEqual([]);
    // Exact decimals are for the calculators; a production install does not have them.
    expect(breaches(reachedFrom(server, sources), (target) => target === 'big.js')).toEqual([]);
  });

  it('shells, which server, build and browser all run, know neither React nor the server nor a page', () => {
    const allowed = (target: string) =>
      ['shells', 'contract', 'markets', 'i18n'].some((room) => isIn(room)(target)) || target === 'src/lookUp.ts';
    expect(breaches(inRoom('shells'), (target) => !allowed(target))).toEqual([]);
    expect(breaches(inRoom('shells'), (target) => REACT.test(target), { types: true })).toEqual([]);
    expect(inRoom('shells').filter(({ file }) => file.endsWith('.tsx'))).toEqual([]);
    expect(identifiers(inRoom('shells'), [...PAGE, 'process'])).toEqual([]);
  });

  it('the rules of the account form, which browser and server both run, import valibot, the locales and lookUp(), and know no page', () => {
    const accounts = inRoom('forms');
    const shared = ['valibot', 'src/i18n/locales.ts', 'src/lookUp.ts'];
    const allowed = (target: string) => shared.includes(target) || isIn('forms')(target);
    expect(breaches(accounts, (target) => !allowed(target), { types: true })).toEqual([]);
    expect(identifiers(accounts, [...PAGE, 'process'])).toEqual([]);
  });

  it('the plain scripts of figures know no React', () => {
    const reached = reachedFrom(inRoom(LIVE), sources);
    expect(breaches(reached, (target) => REACT.test(target) || isIn('islands')(target), { types: true })).toEqual([]);
  });

  it('the boot script stands alone: it imports constants and no package', () => {
    const boot = inRoom('layouts/boot');
    expect(breaches(boot, (target) => !isIn('layouts/boot')(target) && target !== 'src/browserState/keys.ts')).toEqual(
      [],
    );
  });

  it('pages draw nothing themselves: they import no island', () => {
    expect(breaches(inRoom('pages'), isIn('islands'))).toEqual([]);
  });

  it('only tools import tests', () => {
    const others = sources.filter(({ file }) => !file.startsWith('src/tools/'));
    expect(breaches(others, (target) => target.startsWith('tests/'), { types: true })).toEqual([]);
  });

  it('imports run in no circle through templates, which Biome does not follow', () => {
    const templates = sources.filter(({ file }) => file.endsWith('.astro'));
    const circles = templates.filter((source) => {
      const next = sources.filter(({ file }) => source.imports.some((one) => one.file === file));
      return reachedFrom(next, sources).includes(source);
    });
    expect(circles.map(({ file }) => file)).toEqual([]);
  });
});

describe('what the server runs without a build', () => {
  const run = reachedFrom(inRoom('server'), sources);

  it('is TypeScript alone, named whole', () => {
    expect(run.map(({ file }) => file).filter((file) => !file.endsWith('.ts'))).toEqual([]);
    const wrong = run.flatMap(({ file, imports }) =>
      imports
        .filter((one) => one.file && !/\.(ts|json)$/.test(one.specifier))
        .map(({ specifier }) => [file, specifier]),
    );
    expect(wrong).toEqual([]);
  });

  it('loses only its types: Node can strip them', () => {
    // Node warns on first use that stripping is experimental.
    const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
    for (const { file, text } of run) expect(() => stripTypeScriptTypes(text), file).not.toThrow();
    expect(() => stripTypeScriptTypes('enum A { B }')).toThrow();
    warn.mockRestore();
  });

  it('is held to it by the compiler', () => {
    const { compilerOptions } = JSON.parse(readFileSync('tsconfig.json', 'utf8'));
    expect(compilerOptions).toMatchObject({ erasableSyntaxOnly: true, allowImportingTsExtensions: true });
  });
});

describe('stores', () => {
  let names: string[];
  beforeAll(() => {
    names = inRoom('stores', 'browserState').map(({ file }) => file);
    vi.resetModules();
  });
  const load = (file: string) =>
    import(/* @vite-ignore */ `${process.cwd()}/${file}`) as Promise<Record<string, unknown>>;

  it('touch no page when they are imported', async () => {
    for (const global of ['document', 'window', 'localStorage', 'sessionStorage'])
      expect(globalThis).not.toHaveProperty(global);
    for (const name of names) await expect(load(name), name).resolves.toBeTruthy();
  });

  it('begin the names of what they hold with $', async () => {
    for (const name of names) {
      for (const [key, value] of Object.entries(await load(name))) {
        const isStore = typeof value === 'object' && value !== null && 'subscribe' in value;
        expect(key.startsWith('$'), `${name} ${key}`).toBe(isStore);
      }
    }
  });
});

describe('unit tests', () => {
  it('stand alone in *.alone.test.ts if they replace a module: the other files share their modules', () => {
    const replacing = readSources('tests/unit').filter(({ tree }) =>
      nodesOf(tree)
        .filter(ts.isPropertyAccessExpression)
        .some((node) => ['vi.mock', 'vi.doMock'].includes(node.getText())),
    );
    expect(replacing.length).toBeGreaterThan(0);
    expect(replacing.map(({ file }) => file).filter((file) => !file.endsWith('.alone.test.ts'))).toEqual([]);
  });
});

describe('words live in content/', () => {
  it.each([
    ['<p>Hello</p>', ['Hello']],
    ['<p>{open ? "Close" : words.menu}</p>', ['Close']],
    [`<p>{kind === "lesson" && "Lesson"}{name || \`No \${x} name\`}</p>`, ['Lesson', 'No', 'name']],
    ['<a aria-label="Menu" title={`Go`} className="button" href="/service" />', ['Menu', 'Go']],
    ['<p>日本</p>', ['日本']],
    ['<p className="x">{t("nav.menu")} · {count} % {kind === "lesson" && <b>{words.x}</b>}</p>', []],
  ])('a string that is seen is found: %s', (code, found) => {
    expect(visibleStrings(parse('x.tsx', `const x = ${code};`))).toEqual(found);
  });

  it('a string that is seen is found in a template of Astro too', () => {
    const text =
      '---\nconst x = <p>no</p>;\n---\n<!doctype html>\n<!-- no -->\n<p class:list={["a"]}>{a}yes</p><style>no {}</style>';
    expect(visibleStrings(parse('x.astro.tsx', templateOf(text)))).toEqual(['yes']);
  });

  it('every template is read', () => {
    const drawn = sources.filter(({ file }) => /\.(astro|tsx)$/.test(file));
    expect(drawn.length).toBeGreaterThan(10);
    for (const { file, markup } of drawn) {
      const { parseDiagnostics = [] } = markup as unknown as { parseDiagnostics?: ts.Diagnostic[] };
      expect(
        parseDiagnostics.map(({ messageText }) => messageText),
        file,
      ).toEqual([]);
    }
  });

  it('no .tsx and no .astro file says anything itself', () => {
    const said = sources.flatMap(({ file, markup }) =>
      markup ? visibleStrings(markup).map((text) => `${file}: ${text}`) : [],
    );
    expect(said).toEqual([]);
  });
});

/** Globals that exist only on a page. */
const PAGE = ['document', 'window', 'localStorage', 'sessionStorage', 'location', 'history', 'HTMLElement'];

/** Uses of global names, as 'file: name'. Properties and local names do not count. */
function identifiers(from: readonly SourceFile[], names: readonly string[]): string[] {
  return from.flatMap(({ file, tree }) =>
    nodesOf(tree)
      .filter(ts.isIdentifier)
      .filter((node) => names.includes(node.text) && isGlobal(node))
      .map((node) => `${file}: ${node.text}`),
  );
}

function isGlobal(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent) && parent.name === node) {
    return ts.isIdentifier(parent.expression) && parent.expression.text === 'globalThis';
  }
  const isName = 'name' in parent && parent.name === node;
  return !isName && !ts.isTypeNode(parent);
}

const VISIBLE_ATTRIBUTES = new Set([
  'aria-label',
  'aria-description',
  'aria-roledescription',
  'title',
  'alt',
  'placeholder',
  'label',
]);

/** Literal text in the markup that a visitor would see or hear: every string with a letter in it. */
function visibleStrings(markup: ts.SourceFile): string[] {
  const texts = nodesOf(markup).flatMap((node): string[] => {
    if (ts.isJsxText(node)) return [node.text];
    if (ts.isJsxExpression(node) && !ts.isJsxAttribute(node.parent)) return literals(node.expression);
    if (ts.isJsxAttribute(node) && VISIBLE_ATTRIBUTES.has(node.name.getText())) {
      return literals(
        node.initializer && ts.isJsxExpression(node.initializer) ? node.initializer.expression : node.initializer,
      );
    }
    return [];
  });
  return texts.map((text) => text.trim()).filter((text) => /\p{L}/u.test(text));
}

/** The literals that an expression can evaluate to. */
function literals(node: ts.Node | undefined): string[] {
  if (!node) return [];
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isTemplateExpression(node)) return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)];
  if (ts.isParenthesizedExpression(node)) return literals(node.expression);
  if (ts.isConditionalExpression(node)) return [...literals(node.whenTrue), ...literals(node.whenFalse)];
  if (!ts.isBinaryExpression(node)) return [];
  const { kind } = node.operatorToken;
  const isJoin = [ts.SyntaxKind.BarBarToken, ts.SyntaxKind.QuestionQuestionToken, ts.SyntaxKind.PlusToken].includes(
    kind,
  );
  return [
    ...(isJoin ? literals(node.left) : []),
    ...(isJoin || kind === ts.SyntaxKind.AmpersandAmpersandToken ? literals(node.right) : []),
  ];
}
