import * as z from 'zod';
import { PARTNER_OPENAPI_PATH } from '../../../contract/partner.ts';
import { localize } from '../../../i18n/urls.ts';
import { lookUp } from '../../../lookUp.ts';
import { localeInput, named, ToolFault, textInput, tool } from '../tool.ts';

const MOST = 40;
const PAGE = '/service/developer/reference';
const REF = /"#\/components\/schemas\/([^"]+)"/g;

/** What is read of an OpenAPI document. */
export interface OpenApi {
  paths: Record<string, Record<string, Operation>>;
  components?: { schemas?: Record<string, object> };
}
interface Operation {
  operationId?: string;
  summary?: string;
  responses?: Record<string, { description?: string }>;
}

interface Options {
  site: string;
  /** The address of the API */
  api: string;
  /** The documents by their paths */
  documents: () => Promise<ReadonlyMap<string, OpenApi>>;
}

/** The reference of the public and the partner API. */
export const referenceTool = ({ site, api, documents }: Options) =>
  tool({
    name: 'api_reference',
    title: 'API reference',
    description:
      'Calls of the public API and of the partner API. Words list the calls that fit; the id of a call, or words that only ' +
      'one fits, return its parameters, body and answers in OpenAPI, with the shapes that they use.',
    input: z.object({
      find: textInput('The id of a call such as latestRates, a path, or words of its summary'),
      locale: localeInput,
    }),
    answer: async ({ find, locale }) => {
      const calls = [...(await documents())].flatMap(([path, document]) => callsOf(path, document));
      const found = named(calls, find, ({ id, path, summary, method }) => [id, path, summary, method]);
      const source = site + localize(PAGE, locale);
      const [call] = found;
      if (!call) throw new ToolFault('No call fits: try fewer words, such as "series", "flash" or "webhooks".');
      const linkOf = (id: string) => `${source}#${id}`;
      const headOf = ({ id, method, path, summary, document }: Call) => ({
        id,
        method,
        path,
        summary,
        api: document === PARTNER_OPENAPI_PATH ? 'partner' : 'public',
        source: linkOf(id),
      });
      if (found.length > 1) {
        return { calls: found.slice(0, MOST).map(headOf), ...(found.length > MOST && { more: found.length - MOST }) };
      }
      return { ...headOf(call), ...described(call), address: api + call.path, openApi: api + call.document };
    },
  });

type Call = ReturnType<typeof callsOf>[number];

/** The calls of a document; health, which has no id, is known by its path. */
const callsOf = (document: string, { paths, components }: OpenApi) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      id: operation.operationId ?? path,
      method: method.toUpperCase(),
      path,
      summary: operation.summary ?? '',
      document,
      operation,
      schemas: components?.schemas ?? {},
    })),
  );

/** A call in OpenAPI, with the shapes that it names. Of errors, which all have one shape, only what they mean. */
function described({ operation, schemas }: Call) {
  const { operationId: _, summary: __, responses = {}, ...rest } = operation;
  const shown = {
    ...rest,
    responses: Object.fromEntries(
      Object.entries(responses).map(([status, one]) => [status, Number(status) < 400 ? one : one.description]),
    ),
  };
  const used = new Map<string, object>();
  const add = (part: object) => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(REF)) {
      const schema = lookUp(schemas, name);
      if (!schema || used.has(name)) continue;
      used.set(name, schema);
      add(schema);
    }
  };
  add(shown);
  return { call: shown, ...(used.size > 0 && { components: { schemas: Object.fromEntries(used) } }) };
}
