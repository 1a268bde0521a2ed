/** A served site with users, for the browser tests of a file. */
import { test } from './site.ts';
import { type ServedUsers, serveUsers } from './users.ts';

/**
 * The server of the worker, whose database has what earlier files made: a test finds its own users by their addresses, and
 * gives them nicknames that no other file gives. With an `env`, a server that runs from before the first test of the file to
 * after the last.
 */
export function usersServer(env?: Record<string, string>): ServedUsers {
  const server = {} as ServedUsers;
  if (!env) {
    test.beforeAll(({ users }) => {
      Object.assign(server, users);
    });
    return server;
  }
  test.beforeAll(async () => {
    Object.assign(server, await serveUsers(env));
  });
  test.afterAll(() => server.stop?.());
  return server;
}
