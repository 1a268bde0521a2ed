import { createHash } from 'node:crypto';

/** A JSON file of the site, whose address changes with what is in it. */
export function dataFile(name: string, value: unknown): { address: string; json: string } {
  const json = JSON.stringify(value);
  const hash = createHash('sha256').update(json).digest('hex').slice(0, 10);
  return { address: `/_astro/${name}.${hash}.json`, json };
}
