/** The house's own configuration, which also measures its last step, because a bare project does not have it. */
import config from '../../astro.config.mjs';

const finish = config.integrations?.find((integration) => integration && integration.name === 'finish-build');
if (!finish) throw new Error('astro.config.mjs has no integration finish-build: the bench cannot time it');
const { 'astro:build:done': done } = finish.hooks;
// It compresses pages while others are rendered: here only afterwards, where it is measured.
delete finish.hooks['astro:build:start'];
finish.hooks['astro:build:done'] = async (context) => {
  const start = performance.now();
  const before = process.cpuUsage();
  await done(context);
  const { user, system } = process.cpuUsage(before);
  const took = [performance.now() - start, (user + system) / 1000].map(Math.round);
  console.log(`\nfinish-build took ${took[0]} ms, ${took[1]} ms of processor time`);
};

export default config;
