/** argon2 as the server uses it, with the least work that it allows. */
import { createRequire } from 'node:module';
import type * as argon2 from '@node-rs/argon2';

const real: typeof argon2 = createRequire(import.meta.url)('@node-rs/argon2');

export const { verify } = real;
export const hash: typeof argon2.hash = (password, options) =>
  real.hash(password, { ...options, memoryCost: 8, timeCost: 1 });
