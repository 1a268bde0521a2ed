import type { APIRoute } from 'astro';
import { calendarFile } from '../catalogue/exchanges.ts';

export function getStaticPaths() {
  return [
    {
      params: {
        calendars: calendarFile()
          .address.slice(1)
          .replace(/\.json$/, ''),
      },
    },
  ];
}

export const GET: APIRoute = () =>
  new Response(calendarFile().json, { headers: { 'Content-Type': 'application/json' } });
