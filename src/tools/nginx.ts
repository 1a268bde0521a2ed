/**
 * npm run --silent admin -- nginx [--upstream ADDRESS,… --user NAME --http ADDRESS --https ADDRESS]: prints a complete
 * nginx.conf for the built site in DIST and the processes of the server behind it, by default the one at HOST and PORT,
 * from the `_headers` and `_redirects` of that build.
 *
 * nginx sends the files whose address is spelled exactly. Everything else goes to the server: the API, items and lists
 * of news and flash, which it fills, other spellings, addresses that do not exist. So nginx never responds differently
 * from the server. If no process answers, it sends a page of the build, or the envelope of the API.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { SERVER_CODES } from '../contract/errors.ts';
import { DEFAULT_LOCALE, LOCALE_IDS, type Locale } from '../i18n/locales.ts';
import { localize } from '../i18n/urls.ts';
import type { RoutePath } from '../routes.ts';
import { OUTAGE_RETRY_S } from '../server/answers.ts';
import { BODY_LIMITS } from '../server/bodies.ts';
import { type Config, readConfig } from '../server/config.ts';
import { type HeaderRule, headersFor, mediaType, parseHeaders, parseRedirects, SHELLS } from '../server/hosting.ts';
import { apiHeaders } from '../server/httpServer.ts';
import { serverMessage } from '../server/messages.ts';
import { LISTS } from '../server/shells/shells.ts';
import { STATUS_PATH } from '../server/status/statusPage.ts';
import type { Work } from './command.ts';

/** Types of the site's files, besides pages. Files of other types are left to the server. */
const FILES = ['css', 'csv', 'ico', 'js', 'json', 'md', 'png', 'svg', 'txt', 'webmanifest', 'woff2', 'xml'];
/** Types of the index of the search, whose media type is that of any file. */
const INDEX = ['pagefind', 'pf_fragment', 'pf_index', 'pf_meta'];
/** What the folder of the status pages has beside them. */
const STATUS_FILES = ['css', 'json', 'svg', 'woff2', 'xml'];
const TLS = `        # Your certificate with its chain, and its key: put them there, or write here where they are.
        ssl_certificate tls/fullchain.pem;
        ssl_certificate_key tls/privkey.pem;
        ssl_protocols TLSv1.2 TLSv1.3;
        ssl_session_cache shared:tls:10m;
`;
/** Files that do not get status 200 at their own address. */
const NOT_PAGES = ['/index', '/404', ...SHELLS.map(({ file }) => file)];
/** The page in place of one that no process sends. */
const UNAVAILABLE: RoutePath = '/unavailable';
/** The languages of callers, as nginx finds them at the beginning of Accept-Language, the first that fits. */
const CALLERS: readonly (readonly [pattern: string, locale: Locale])[] = [
  ['ja', 'ja'],
  ['zh-(hant|tw|hk|mo)', 'tw'],
  ['zh', 'cn'],
  ['en-gb', 'en-GB'],
];

export const nginx: Work = async (args, env) => {
  const { values } = parseArgs({
    args,
    options: {
      upstream: { type: 'string' },
      user: { type: 'string', default: 'www-data' },
      http: { type: 'string', multiple: true, default: ['80', '[::]:80'] },
      https: { type: 'string', multiple: true, default: ['443', '[::]:443'] },
    },
  });
  const config = readConfig(env);
  const { upstream, ...others } = values;
  return [nginxConf({ ...others, config, processes: upstream ? addressesIn(upstream) : [ownAddress(config)] })];
};

interface Wanted {
  config: Config;
  /** The addresses of the server's processes, as nginx writes them */
  processes: readonly string[];
  user: string;
  http: string[];
  https: string[];
}

function nginxConf({ config, processes, user, http, https }: Wanted) {
  const headers = parseHeaders(readBuilt(config, '_headers'));
  const moved = parseRedirects(readBuilt(config, '_redirects')).filter(({ status }) => status === 302);
  const everywhere = headersFor(headers, '/404');
  const isSecure = 'Strict-Transport-Security' in everywhere;
  const notPages = LOCALE_IDS.flatMap((locale) => NOT_PAGES.map((path) => localize(path, locale)));
  const folders = headers.filter(({ path }) => path !== '/*');
  const built = LOCALE_IDS.map((locale) => ({ locale, page: localize(UNAVAILABLE, locale) })).filter(({ page }) =>
    existsSync(join(config.DIST, `${page}.html`)),
  );
  const shells = built.flatMap(({ locale }) =>
    SHELLS.map(({ stem, file }) => ({ stem: localize(stem, locale), file: localize(file, locale) })),
  );
  const prefixed = built
    .filter(({ locale }) => locale !== DEFAULT_LOCALE)
    .map(({ locale, page }) => ({ prefix: localize('/', locale), page }));
  // robots.txt names the sitemap of news, which the server has.
  const filled = [
    '/robots.txt',
    ...LOCALE_IDS.flatMap((locale) => Object.keys(LISTS).map((path) => localize(path, locale))),
  ];
  const retry = { 'Retry-After': String(OUTAGE_RETRY_S) };

  return `# nginx 1.22 or newer with its static brotli module, for the site in ${resolve(config.DIST)}.
# Printed by 'npm run admin -- nginx'. Print it anew after each build: it holds the security policy of that build.

load_module /usr/lib/nginx/modules/ngx_http_brotli_static_module.so;
user ${user};
worker_processes auto;
worker_rlimit_nofile 16384;
# Lesser errors name the address of a visitor, and the privacy notice says that no log does.
error_log stderr alert;
# After a reload, the workers before it end, although streams never do; uploads have had their time by then.
worker_shutdown_timeout 3m;

events {
    # Each reader of the flash stream takes two.
    worker_connections 8192;
}

http {
    # What you add.
    include conf.d/*.conf;

    types {
${lines(['html', ...FILES], (extension) => `        ${quote(mediaType(`.${extension}`) ?? '')} ${extension};`)}
    }
    default_type application/octet-stream;
    access_log off;
    server_tokens off;
    sendfile on;
    tcp_nopush on;

    # The file of an address that is written exactly so; none where the server is to answer.
    map $request_uri $address {
        "~^(?<before_query>[^?]*)" $before_query;
    }
    map $address $built {
        / /index.html;
${lines([...notPages, ...moved.map(({ from }) => from)], (path) => `        ${quote(path)} "";`)}
        "~^(/[\\w~-][\\w.~-]*)*/[\\w~-]+$" $address.html;
        "~^(/[\\w~-][\\w.~-]*)+\\.(${[...FILES, ...INDEX].join('|')})$" $address;
    }
${config.STATUS_DIR ? statusMap() : ''}    # Who names Markdown may prefer it to the page: the server weighs that.
    map $http_accept $file {
        "~*text/markdown" "";
        default $built;
    }
    map $http_accept $otherwise {
        "~*text/markdown" @markdown;
        default @server;
    }
    map $built $varies {
        "~\\.html$" "Accept, Accept-Encoding";
        default Accept-Encoding;
    }
    # What is sent if no process answers: the shell of an item, which says so in its place, or the page for that.
    map $address $instead {
${lines(shells, ({ stem, file }) => `        "~^${stem}." ${file}.html;`)}
${lines(prefixed, ({ prefix, page }) => `        "~^${prefix}(/|$)" ${page}.html;`)}
        default ${UNAVAILABLE}.html;
    }
    # To callers of the API
    map $http_accept_language $unavailable {
${lines(CALLERS, ([pattern, locale]) => `        "~*^${pattern}\\b" ${quote(unavailableIn(locale))};`)}
        default ${quote(unavailableIn(DEFAULT_LOCALE))};
    }

    upstream finger {
        # No process is left out for a while after a failure: a restart takes seconds, and it fails at once.
${lines(processes, (address) => `        server ${address} max_fails=0;`)}
        keepalive 64;
        # Less than the five seconds of the server, which would otherwise close a connection that nginx just writes to.
        keepalive_timeout 4s;
    }
${isSecure ? redirecting(http) : ''}
    server {
${listening(isSecure ? https : http, isSecure ? ' ssl http2' : '')}
${isSecure ? TLS : ''}        # The host of callers who name none.
        server_name localhost;
        root ${quote(resolve(config.DIST))};
        client_max_body_size 11m;
        brotli_static on;
        gzip_static on;
        # Also to a CDN, which says that it passes things on.
        gzip_proxied any;
        gzip_http_version 1.0;
        max_ranges 0;
        # nginx refuses a POST to a file; the server says which methods there are.
        error_page 405 = @server;
        error_page 502 504 =503 @instead;
${headerLines(everywhere, 'always')}

        proxy_http_version 1.1;
        # Otherwise nginx asks for a close, and the server would reset a body that it refused while it still arrives.
        proxy_set_header Connection "";
        proxy_set_header Host $host;
        proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
        # For the partner API, which asks whether the caller has used TLS.
        proxy_set_header X-Forwarded-Proto "$http_x_forwarded_proto, $scheme";
        # The server limits what is sent to it, and how long that may take.
        proxy_request_buffering off;
        proxy_connect_timeout 2s;
        # The flash stream says something every 15 seconds, and switches the buffer off by X-Accel-Buffering.
        proxy_read_timeout 30s;
        # To the next process, if one answers 503, such as while its database opens. A write is not sent again once it
        # has been sent: the process may have done it.
        proxy_next_upstream error timeout http_503;

        location / {
            try_files $file $otherwise;
        }
${lines(folders, ({ path }) => locationOf(path, headers))}
${config.STATUS_DIR ? statusLocation(config.STATUS_DIR) : ''}        # What the server fills with news and flashes; as it is built if no process answers.
        location ~ "^(${filled.map((path) => path.replace('.', '\\.')).join('|')})$" {
            error_page 502 504 =200 @built;
            add_header Vary "";
            proxy_pass http://finger;
        }

        location @markdown {
            error_page 502 504 =200 @built;
            add_header Vary "";
            proxy_pass http://finger;
        }

        location @built {
${headerLines(everywhere, 'always').replace(/^/gm, '    ')}
            try_files $built =503;
        }

        location @server {
            # Instead of the headers above: the server sends its own.
            add_header Vary "";
            proxy_pass http://finger;
        }

        # Otherwise nginx would lead it to /api/.
        location = /api {
            add_header Vary "";
            proxy_pass http://finger;
        }

        location /api/ {
            error_page 418 = @keyed;
            # Otherwise nginx would follow no error_page after this one.
            recursive_error_pages on;
            error_page 502 504 =503 @unavailable;
            if ($http_idempotency_key) {
                return 418;
            }
            add_header Vary "";
            proxy_pass http://finger;
        }

        # A write with a key is done once however often it is sent, so another process may get it after one has died of it.
        location @keyed {
            error_page 502 504 =503 @unavailable;
            add_header Vary "";
            # The most that the server takes as JSON
            client_body_buffer_size ${BODY_LIMITS.json.bytes};
            proxy_request_buffering on;
            proxy_next_upstream error timeout http_503 non_idempotent;
            proxy_pass http://finger;
        }

        location @instead {
${headerLines({ ...everywhere, ...retry }, 'always').replace(/^/gm, '    ')}
            try_files $instead ${UNAVAILABLE}.html =503;
        }

        location @unavailable {
            default_type "application/json; charset=utf-8";
${headerLines({ ...apiHeaders(isSecure ? 'https:' : 'http:'), 'Cache-Control': 'private, no-store', ...retry }, 'always', 'Accept-Language').replace(/^/gm, '    ')}
            return 503 $unavailable;
        }
    }
}`;
}

/** The server block for plain HTTP, if the site is at https. */
function redirecting(addresses: readonly string[]): string {
  return `
    server {
${listening(addresses)}
        return 308 https://$host$request_uri;
    }
`;
}

function listening(addresses: readonly string[], how = ''): string {
  return lines(addresses, (address) => `        listen ${address} default_server${how};`);
}

function lines<T>(items: readonly T[], line: (item: T) => string): string {
  return items.map(line).join('\n');
}

const STATUS_PAGES = LOCALE_IDS.map((locale) => localize(STATUS_PATH, locale)).join('|');

/** The files of the status pages, by address. */
function statusMap(): string {
  return `    map $address $watched {
        "~^(${STATUS_PAGES})$" $address.html;
        "~^(${STATUS_PAGES})\\.(${STATUS_FILES.join('|')})$" $address;
    }
`;
}

/** In place of the built page, which is sent until the watcher has written its own. No process is needed for it. */
function statusLocation(dir: string): string {
  return `
        location ~ "^(${STATUS_PAGES})(\\.(${STATUS_FILES.join('|')}))?$" {
            root ${quote(resolve(dir))};
            try_files $watched @site;
        }

        location @site {
            try_files $file $otherwise;
        }

`;
}

/** A file or folder with headers of its own. Errors do not get them: they may not be cached so long. */
function locationOf(path: string, headers: readonly HeaderRule[]): string {
  const folder = path.replace(/\*$/, '');
  const { 'Content-Type': type, ...others } = headersFor(headers, folder);
  return `
        location ${folder === path ? '= ' : ''}${quote(folder)} {
${type ? `            types {}\n            default_type ${quote(type)};\n` : ''}${headerLines(others).replace(/^/gm, '    ')}
            try_files $file @server;
        }
`;
}

function headerLines(headers: Record<string, string>, when = '', vary = '$varies'): string {
  const given = Object.entries(headers).map(([name, value]) => [name, quote(value)]);
  return lines(
    [...given, ['Vary', vary]],
    ([name, value]) => `        add_header ${name} ${value}${when && ` ${when}`};`,
  );
}

/** Quotes a value for nginx. */
function quote(value: string): string {
  if (value.includes('$')) throw new Error(`nginx takes '$' for the beginning of a variable: '${value}'`);
  return JSON.stringify(value);
}

/** The envelope of a call that no process answers. */
function unavailableIn(locale: Locale): string {
  const { code } = SERVER_CODES.notReady;
  return JSON.stringify({ code, message: serverMessage('server.unavailable', locale), data: null });
}

/** '127.0.0.1:4321,127.0.0.1:4322' → its addresses. */
function addressesIn(list: string): string[] {
  const addresses = list.split(',').map((address) => address.trim());
  const wrong = addresses.find((address) => !/^([\w.-]+|\[[\da-f:]+\]):\d{1,5}$/i.test(address));
  if (wrong !== undefined) {
    throw new Error(
      `--upstream takes HOST:PORT of each process, such as 127.0.0.1:4321,127.0.0.1:4322; not '${wrong}'.`,
    );
  }
  return addresses;
}

/** The address at which nginx reaches the server of this configuration. */
function ownAddress({ HOST, PORT }: Config): string {
  const host = ['localhost', '0.0.0.0', '::'].includes(HOST) ? '127.0.0.1' : HOST;
  return `${host.includes(':') ? `[${host}]` : host}:${PORT}`;
}

function readBuilt({ DIST }: Config, name: string): string {
  const path = join(DIST, name);
  if (!existsSync(path)) throw new Error(`There is no built site in '${DIST}': run 'npm run build' first.`);
  return readFileSync(path, 'utf8');
}
