/** Files that pages load when they need them: the calendars of exchanges, the permissions of companies. */
import type { APIRoute } from 'astro';
import { builtLocales } from '../authoring/pages.ts';
import { calendarFile } from '../catalogue/exchanges.ts';
import { permissionFile } from '../catalogue/permissions.ts';

export const getStaticPaths = () =>
  [calendarFile(), ...builtLocales.map(permissionFile)].map(({ address, json }) => ({
    params: { data: address.slice(1).replace(/\.json$/, '') },
    props: { json },
  }));

export const GET: APIRoute<{ json: string }> = ({ props }) =>
  new Response(props.json, { headers: { 'Content-Type': 'application/json' } });
