const made = new Map<string, Promise<string>>();

/** What `make` gave the first time for a name. In development it is made each time, so that edits show. */
export function once(name: string, make: () => Promise<string>): Promise<string> {
  const known = import.meta.env.PROD ? made.get(name) : undefined;
  if (known) return known;
  const fresh = make();
  made.set(name, fresh);
  return fresh;
}
