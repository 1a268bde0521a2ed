import { memoInBuild } from '../../memo.ts';

/** The result of the first call of `make` for a name. */
export const once = memoInBuild((_name: string, make: () => Promise<string>) => make());
