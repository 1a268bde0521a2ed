/** The months of the figures that are drawn from series, one file for all locales that have the same numbers. */
import type { APIRoute } from 'astro';
import { csvFiles } from '../../authoring/figures/series.ts';
import { officialCsvFiles } from '../../components/market/data.ts';

export function getStaticPaths() {
  return [...csvFiles(), ...officialCsvFiles()].map(([file, csv]) => ({ params: { file }, props: { csv } }));
}

export const GET: APIRoute<{ csv: string }> = ({ props }) =>
  new Response(props.csv, { headers: { 'Content-Type': 'text/csv; charset=utf-8' } });
