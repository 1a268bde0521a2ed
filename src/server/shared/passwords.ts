/** Passwords: argon2id, the same for applications and for users. */
import { type Algorithm, hash, verify } from '@node-rs/argon2';

/** OWASP's first choice for argon2id: 19 MiB, two passes, one thread. 2 is Algorithm.Argon2id, an ambient enum. */
const ARGON2 = { algorithm: 2 as Algorithm, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The hash to store. */
export const hashPassword = (password: string): Promise<string> => hash(password, ARGON2);

/** Whether a password is that of a stored hash. */
export const isPassword = (stored: string, password: string): Promise<boolean> => verify(stored, password);
