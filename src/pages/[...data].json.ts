/** Files that pages load when they need them: the calendars of exchanges, the permissions of companies, the search's words. */
import type { APIRoute } from 'astro';
import { builtLocales } from '../authoring/pages.ts';
import { searchFile } from '../authoring/searchFile.ts';
import { calendarFile } from '../catalogue/exchanges.ts';
import { permissionFile } from '../catalogue/permissions.ts';

export const getStaticPaths = () =>
  [calendarFile(), ...builtLocales.map(permissionFile), ...builtLocales.map(searchFile)].map(({ address, json }) => ({
    params: { data: address.slice(1).replace(/\.json$/, '') },
    props: { json },
  }));

export const GET: APIRoute<{ json: string }> = ({ props }) =>
  new Response(props.json, { headers: { 'Content-Type': 'application/json' } });
