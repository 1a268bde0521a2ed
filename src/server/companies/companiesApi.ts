/** The calls of companies. Each part has a file. */
import type { Part } from '../users/calls.ts';
import { createCompanyCalls } from './calls.ts';
import { addCompany } from './company.ts';

export function addCompanies(part: Part): void {
  const company = createCompanyCalls(part);
  const parts = [addCompany];
  for (const add of parts) add({ ...part, company });
}
