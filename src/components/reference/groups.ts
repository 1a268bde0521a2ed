/** How the reference orders calls: documents, their parts, groups. */
import { PARTNER_OPENAPI_PATH, PARTNER_ROOT } from '../../contract/partner.ts';
import type { MessageKey } from '../../i18n/messages.ts';
import { type ApiCall, callsOf, type OpenApiDocument } from './document.ts';

interface Group {
  label: MessageKey;
  /** Beginnings of the paths of its calls; the longest that fits any group decides */
  paths: readonly string[];
}
interface DocumentPart {
  id: string;
  label: MessageKey;
  lead: MessageKey;
  groups: readonly Group[];
}

export type DocumentId = 'partner' | 'site';

const at = (...paths: string[]) => paths.map((path) => PARTNER_ROOT + path);

/** The documents, and the parts that each has on the page, in reading order. */
export const DOCUMENTS: Readonly<Record<DocumentId, { path: string; parts: readonly DocumentPart[] }>> = {
  partner: {
    path: PARTNER_OPENAPI_PATH,
    parts: [
      {
        id: 'partner',
        label: 'reference.partner',
        lead: 'reference.partner.lead',
        groups: [
          { label: 'reference.partner.key', paths: at('/key') },
          {
            label: 'reference.partner.data',
            paths: at('/countries', '/cities', '/dictionary', '/exchanges'),
          },
          { label: 'reference.permissions', paths: at('/permissions') },
          { label: 'reference.partner.news', paths: at('/news', '/flash', '/sources', '/publications') },
          { label: 'reference.work', paths: at('/applications', '/questions') },
          { label: 'reference.partner.webhooks', paths: at('/webhooks') },
        ],
      },
    ],
  },
  site: {
    path: '/api/openapi.json',
    parts: [
      {
        id: 'public',
        label: 'reference.public',
        lead: 'reference.public.lead',
        groups: [
          { label: 'reference.places', paths: ['/api/web/common/'] },
          { label: 'route.news', paths: ['/api/web/news/'] },
          { label: 'nav.flash', paths: ['/api/web/flash/'] },
          { label: 'route.profilePosts', paths: ['/api/web/posts/'] },
          { label: 'reply.title', paths: ['/api/web/replies/list'] },
          { label: 'route.profileModeration', paths: ['/api/web/moderation/counts'] },
          { label: 'reference.market', paths: ['/api/web/market/'] },
          { label: 'reference.applications', paths: ['/api/web/account/'] },
          { label: 'reference.questions', paths: ['/api/web/support/'] },
          { label: 'reference.health', paths: ['/api/health'] },
        ],
      },
      {
        id: 'own',
        label: 'reference.own',
        lead: 'reference.own.lead',
        groups: [
          { label: 'reference.entering', paths: ['/api/web/user/'] },
          {
            label: 'reference.profile',
            paths: [
              '/api/web/user/centre',
              '/api/web/user/offers',
              '/api/web/user/referral',
              '/api/web/user/profile/',
              '/api/web/user/avatar/',
              '/api/web/user/public/',
            ],
          },
          {
            label: 'reference.security',
            paths: ['/api/web/user/profile/security', '/api/web/user/email/'],
          },
          { label: 'user.posts.list', paths: ['/api/web/posts/mine'] },
          { label: 'route.profileModeration', paths: ['/api/web/moderation/'] },
          { label: 'reply.write', paths: ['/api/web/replies/'] },
        ],
      },
      {
        id: 'companies',
        label: 'reference.companies',
        lead: 'reference.companies.lead',
        groups: [
          { label: 'reference.company', paths: ['/api/web/company'] },
          {
            label: 'reference.work',
            paths: ['/api/web/company/{company}/applications', '/api/web/company/{company}/questions'],
          },
          {
            label: 'reference.members',
            paths: ['/api/web/company/{company}/members', '/api/web/company/{company}/invitations'],
          },
          {
            label: 'reference.departments',
            paths: ['/api/web/company/{company}/departments', '/api/web/company/{company}/roles'],
          },
          {
            label: 'reference.permissions',
            paths: [
              '/api/web/company/{company}/grants',
              '/api/web/company/{company}/exceptions',
              '/api/web/company/{company}/members/{member}/permissions',
              '/api/web/company/{company}/members/{member}/exceptions',
            ],
          },
          {
            label: 'reference.keys',
            paths: ['/api/web/company/{company}/keys', '/api/web/company/{company}/webhooks'],
          },
        ],
      },
    ],
  },
};

export interface ShownGroup extends Group {
  calls: readonly ApiCall[];
}
export interface ShownPart extends DocumentPart {
  /** The address of its document, on the first of its parts */
  document: string | undefined;
  groups: readonly ShownGroup[];
}

/** The parts of the page with their calls. Throws if a call fits no group. */
export function partsOf(id: DocumentId, document: OpenApiDocument): ShownPart[] {
  const calls = callsOf(document);
  const groups = DOCUMENTS[id].parts.flatMap(({ groups }) => groups);
  const groupOf = ({ path }: ApiCall) => {
    const fitting = groups.flatMap((group) =>
      group.paths.filter((start) => path.startsWith(start)).map((start) => ({ group, length: start.length })),
    );
    const [best] = fitting.sort((a, b) => b.length - a.length);
    if (!best) throw new Error(`No group in components/reference/groups.ts has '${path}'`);
    return best.group;
  };
  const byGroup = Map.groupBy(calls, groupOf);
  return DOCUMENTS[id].parts.map((part, index) => ({
    ...part,
    document: index === 0 ? DOCUMENTS[id].path : undefined,
    groups: part.groups.flatMap((group) => {
      const found = byGroup.get(group);
      return found ? [{ ...group, calls: found }] : [];
    }),
  }));
}

/** The parts of all documents, in reading order. */
export const partsOfAll = (documents: Readonly<Record<DocumentId, OpenApiDocument>>): ShownPart[] =>
  (Object.keys(DOCUMENTS) as DocumentId[]).flatMap((id) => partsOf(id, documents[id]));

/** The anchor of a group on the page. */
export const groupAnchor = (part: DocumentPart, { label }: Group) => `${part.id}-${label.split('.').at(-1)}`;

/** Who may make a call, by the names of its keys in the document. */
const ACCESS = new Map<string, MessageKey>([
  ['none', 'reference.access.none'],
  ['session', 'reference.access.session'],
  ['none session', 'reference.access.sessionOptional'],
  ['editor', 'reference.access.editor'],
  ['signature', 'reference.access.signature'],
]);
export function accessOf({ id, access }: ApiCall): MessageKey {
  const found = ACCESS.get(access.join(' '));
  if (!found) throw new Error(`No words in components/reference/groups.ts for the keys of ${id}: ${access.join(' ')}`);
  return found;
}
