/** A real nginx with the configuration that `npm run admin -- nginx` prints. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { emptyFolder } from '../database/database.ts';
import { freePort } from '../runTests.ts';

const run = promisify(execFile);

export interface Nginx {
  /** Ports of 127.0.0.1; nothing listens at `https` if the site is built for http */
  http: number;
  https: number;
  /** The whole log so far */
  log: () => string;
  stop: () => Promise<void>;
}

/** Starts nginx for a built site and the processes at ports of 127.0.0.1, with its own folder and certificate. */
export async function startNginx(dist: string, ...processes: (number | string)[]): Promise<Nginx> {
  const { path, remove } = await emptyFolder();
  const [http, https] = [await freePort(), await freePort()];
  const at = (port: number | string) => `127.0.0.1:${port}`;
  const upstream = processes.length > 1 ? ['--upstream', processes.map(at).join(',')] : [];
  const ports = ['--http', at(http), '--https', at(https)];
  const { stdout: conf } = await run(
    process.execPath,
    ['src/tools/admin.ts', 'nginx', '--user', userInfo().username, ...ports, ...upstream],
    { env: { ...process.env, DIST: dist, HOST: '127.0.0.1', PORT: String(processes[0]) } },
  );
  await writeFile(join(path, 'nginx.conf'), conf);
  for (const folder of ['conf.d', 'tls', 'temp']) await mkdir(join(path, folder));
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const folders = temporary.map((name) => `${name}_temp_path ${join(path, 'temp', name)};\n`);
  await writeFile(join(path, 'conf.d/folders.conf'), folders.join(''));
  const [key, certificate] = [join(path, 'tls/privkey.pem'), join(path, 'tls/fullchain.pem')];
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', key];
  await run('openssl', ['req', '-x509', ...newKey, '-out', certificate, '-subj', '/CN=localhost', '-days', '2']);

  const globals = `daemon off; pid ${join(path, 'nginx.pid')};`;
  const nginx = spawn('nginx', ['-p', path, '-c', join(path, 'nginx.conf'), '-e', 'stderr', '-g', globals], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let log = '';
  nginx.stderr.on('data', (chunk) => (log += chunk));
  while (!(await isOpen(http))) {
    if (nginx.exitCode !== null) throw new Error(`nginx does not start: ${log}`);
  }
  return {
    http,
    https,
    log: () => log,
    stop: async () => {
      const ended = once(nginx, 'exit');
      if (nginx.exitCode === null && nginx.kill('SIGTERM')) await ended;
      await remove();
    },
  };
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
