/** Only for `npm run migration`; the server runs the migrations itself (opening/open.ts). Paths are relative to the root. */
import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: 'src/server/db/schema.ts',
  out: 'src/server/db/migrations',
});
