/** The settings of this build, read once. Not for the browser: islands get what they need as props. */
import { existsSync } from 'node:fs';
import { readSettings } from './site.ts';

if (existsSync('.env')) process.loadEnvFile('.env');

export const settings = readSettings(process.env);
