/** The tools of the MCP server. */
import type { Orm } from '../../db/database.ts';
import type { Series } from '../../series/series.ts';
import type { SiteSearch } from '../siteSearch.ts';
import type { Tool } from '../tool.ts';
import { hoursTool } from './hours.ts';
import { pageTool } from './page.ts';
import { type OpenApi, referenceTool } from './reference.ts';
import { searchTool } from './search.ts';
import { seriesTool } from './series.ts';
import { termTool } from './term.ts';

export interface ToolOptions {
  /** The folder of the built site */
  dist: string;
  /** Origin of the site */
  site: string;
  /** Address of the API */
  api: string;
  search: SiteSearch;
  series: Series;
  orm: Orm;
  now: () => Date;
  documents: () => Promise<ReadonlyMap<string, OpenApi>>;
}

export const toolsOf = (options: ToolOptions): Tool[] => [
  searchTool(options),
  pageTool(options),
  termTool(options),
  seriesTool(options),
  hoursTool(options),
  referenceTool(options),
];
