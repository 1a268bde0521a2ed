/**
 * Files that pages load when they need them: calendars of exchanges, permissions of companies, rules of countries,
 * words of the search and of the preview of posts.
 */
import type { APIRoute } from 'astro';
import { countryRulesFile } from '../authoring/pages/countryRules.ts';
import { builtLocales } from '../authoring/pages/pages.ts';
import { searchFile } from '../authoring/pages/searchFile.ts';
import { calendarFile } from '../catalogue/exchanges.ts';
import { permissionFile } from '../catalogue/permissions.ts';
import { postPreviewFile } from '../components/profile/postPreview.ts';

export const getStaticPaths = () =>
  [
    calendarFile(),
    ...builtLocales.flatMap((locale) =>
      [permissionFile, countryRulesFile, searchFile, postPreviewFile].map((fileIn) => fileIn(locale)),
    ),
  ].map(({ address, json }) => ({
    params: { data: address.slice(1).replace(/\.json$/, '') },
    props: { json },
  }));

export const GET: APIRoute<{ json: string }> = ({ props }) =>
  new Response(props.json, { headers: { 'Content-Type': 'application/json' } });
