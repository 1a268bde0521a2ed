/** npm run desk: starts the development server for this machine alone, and opens the desk in the browser. */
import { spawn } from 'node:child_process';

console.log('The desk opens in your browser. If it does not, open the address below, with /_desk behind it.');

// The desk writes files, so it answers no other machine, whatever HOST says.
const server = spawn(process.execPath, ['node_modules/astro/bin/astro.mjs', 'dev', '--open', '/_desk'], {
  env: { ...process.env, HOST: '127.0.0.1' },
  stdio: 'inherit',
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => server.kill(signal));
server.on('exit', (code) => {
  process.exitCode = code ?? 0;
});
