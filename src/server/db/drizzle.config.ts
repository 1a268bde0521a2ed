/** For `npm run migration` alone; the server runs the migrations by itself (open.ts). Paths are from the root. */
import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: 'src/server/db/schema.ts',
  out: 'src/server/db/migrations',
});
