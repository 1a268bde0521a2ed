/** A served site with users, for the browser tests of a file. */
import { test } from 'playwright/test';
import { type ServedUsers, serveUsers } from './users.ts';

/** The server runs from before the first test of a file to after the last. */
export function usersServer(env?: Record<string, string>): ServedUsers {
  const server = {} as ServedUsers;
  test.beforeAll(async () => {
    Object.assign(server, await serveUsers(env));
  });
  test.afterAll(() => server.stop?.());
  return server;
}
