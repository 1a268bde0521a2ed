/** How the reference orders calls: documents, their parts, groups. */
import type { MessageKey } from '../../i18n/messages.ts';
import { type ApiCall, callsOf, type OpenApiDocument } from './document.ts';

interface Group {
  /** Also its anchor */
  id: string;
  label: MessageKey;
  /** Beginnings of the paths of its calls; the longest that fits any group decides */
  paths: readonly string[];
}
interface Part {
  id: string;
  label: MessageKey;
  lead: MessageKey;
  groups: readonly Group[];
}

export type DocumentId = 'site';

/** The parts that each document has on the page, in reading order. */
const PARTS: Record<DocumentId, readonly Part[]> = {
  site: [
    {
      id: 'public',
      label: 'reference.public',
      lead: 'reference.public.lead',
      groups: [
        { id: 'places', label: 'reference.places', paths: ['/api/web/common/'] },
        { id: 'news', label: 'route.news', paths: ['/api/web/news/'] },
        { id: 'flash', label: 'nav.flash', paths: ['/api/web/flash/'] },
        { id: 'applications', label: 'reference.applications', paths: ['/api/web/account/'] },
        { id: 'questions', label: 'reference.questions', paths: ['/api/web/support/'] },
        { id: 'health', label: 'reference.health', paths: ['/api/health'] },
      ],
    },
    {
      id: 'own',
      label: 'reference.own',
      lead: 'reference.own.lead',
      groups: [
        { id: 'entering', label: 'reference.entering', paths: ['/api/web/user/'] },
        {
          id: 'profile',
          label: 'reference.profile',
          paths: ['/api/web/user/centre', '/api/web/user/profile/', '/api/web/user/avatar/', '/api/web/user/public/'],
        },
        {
          id: 'security',
          label: 'reference.security',
          paths: ['/api/web/user/profile/security', '/api/web/user/email/'],
        },
      ],
    },
  ],
};

export interface ShownGroup extends Group {
  calls: readonly ApiCall[];
}
export interface ShownPart extends Part {
  groups: readonly ShownGroup[];
}

/** The parts of the page with their calls. Throws if a call fits no group. */
export function partsOf(id: DocumentId, document: OpenApiDocument): ShownPart[] {
  const calls = callsOf(document);
  const groups = PARTS[id].flatMap(({ groups }) => groups);
  const groupOf = ({ path }: ApiCall) => {
    const fitting = groups.flatMap((group) =>
      group.paths.filter((start) => path.startsWith(start)).map((start) => ({ group, length: start.length })),
    );
    const [best] = fitting.sort((a, b) => b.length - a.length);
    if (!best) throw new Error(`No group in components/reference/groups.ts has '${path}'`);
    return best.group;
  };
  const byGroup = Map.groupBy(calls, groupOf);
  return PARTS[id].map((part) => ({
    ...part,
    groups: part.groups.flatMap((group) => {
      const found = byGroup.get(group);
      return found ? [{ ...group, calls: found }] : [];
    }),
  }));
}
