/** What the head of a page says of what our server shows on it: to search engines, networks and feed readers. */
import { el } from './element.ts';
import { toHtml } from './html.ts';
import { jsonText } from './place.ts';

export interface Head {
  /** Of the thing itself, without the name of the site */
  title: string;
  description: string;
  canonical: string;
  /** Addresses of the same in other languages, by the tags of search engines */
  alternates: readonly { hreflang: string; href: string }[];
  published?: string;
  /** False: search engines should not have it */
  indexed?: boolean;
  /** Feeds of what it belongs to, with their name */
  feeds?: { title: string; rss: string; json: string };
  /** Structured data of the thing */
  data: object;
}

const LD_JSON = /(<script type="application\/ld\+json">)(.*?)(<\/script>)/s;

/** A built page whose head says this instead of what it said of a page that search engines should not have. */
export function withHead(
  page: string,
  { title, description, canonical, alternates, published, indexed = true, feeds, data }: Head,
  site: string,
) {
  const meta = (name: 'name' | 'property', key: string, content: string) => el('meta', { [name]: key, content });
  const links = [
    el('link', { rel: 'canonical', href: canonical }),
    ...alternates.map((attributes) => el('link', { rel: 'alternate', ...attributes })),
    ...(feeds
      ? [
          el('link', { rel: 'alternate', type: 'application/rss+xml', title: feeds.title, href: feeds.rss }),
          el('link', { rel: 'alternate', type: 'application/feed+json', title: feeds.title, href: feeds.json }),
        ]
      : []),
    meta('property', 'og:url', canonical),
    ...(published === undefined ? [] : [meta('property', 'article:published_time', published)]),
  ];
  const head = page.slice(0, page.indexOf('</head>'));
  const robots = indexed ? undefined : /<meta name="robots"[^>]*>/.exec(head)?.[0];
  const filled = [
    [/<title>[^<]*<\/title>/, toHtml(el('title', {}, `${title} · ${site}`))],
    [/<meta name="robots"[^>]*>/, toHtml(...links)],
    [/<meta name="description"[^>]*>/, toHtml(meta('name', 'description', description))],
    [/<meta property="og:title"[^>]*>/, toHtml(meta('property', 'og:title', title))],
    [/<meta property="og:description"[^>]*>/, toHtml(meta('property', 'og:description', description))],
    [
      /<meta property="og:type"[^>]*>/,
      toHtml(meta('property', 'og:type', published === undefined ? 'profile' : 'article')),
    ],
  ].reduce<string>(
    (text, [part, html]) => text.replace(part as RegExp, (own) => (own === robots ? own : '') + html),
    head,
  );
  const described = filled.replace(
    LD_JSON,
    (_, start, json, end) => start + jsonText(withData(json, canonical, title, data)) + end,
  );
  return described + page.slice(head.length);
}

/** The structured data of the page with its own, and with itself as the last step of its trail. */
function withData(json: string, item: string, name: string, data: object): object {
  const { '@graph': graph, ...rest } = JSON.parse(json) as { '@graph': { itemListElement?: object[] }[] };
  const described = graph.map((part) => {
    const { itemListElement: steps } = part;
    if (!steps) return part;
    return { ...part, itemListElement: [...steps, { '@type': 'ListItem', position: steps.length + 1, name, item }] };
  });
  return { ...rest, '@graph': [...described, data] };
}
