import { spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './sello-process.ts';
import { makePlace, removePlace } from './temporary-place.ts';

/** Where Debian's package has it. */
const PGBOUNCER = '/usr/sbin/pgbouncer';
const PATIENCE_MS = 10_000;

export const pgbouncerIsHere = existsSync(PGBOUNCER);

/** PgBouncer in front of a database; everybody who comes to it is the login of that database's URL. */
export interface Pooler {
  readonly url: string;
  close(): Promise<void>;
}

export async function startPgbouncer(
  databaseUrl: string,
  mode: 'transaction' | 'session',
  poolSize: number,
): Promise<Pooler> {
  const [place, port, url] = [makePlace(0o755), await freePort(), new URL(databaseUrl)];
  const ini = join(place, 'pgbouncer.ini');
  writeFileSync(ini, configuration(url, { port, mode, poolSize }));
  // It refuses to run as root, as which tests may run.
  const asOther = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const child = spawn(PGBOUNCER, [...asOther, ini], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const deadline = Date.now() + PATIENCE_MS;
  while (!(await answersAt(port))) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error(`PgBouncer did not start: ${said}`);
    await sleep(20);
  }
  url.host = `127.0.0.1:${port}`;
  return {
    url: url.href,
    async close() {
      child.kill('SIGTERM');
      child.kill('SIGINT');
      await ended;
      removePlace(place);
    },
  };
}

function configuration(
  url: URL,
  { port, mode, poolSize }: { readonly port: number; readonly mode: string; readonly poolSize: number },
): string {
  const { hostname, port: serverPort, username, password } = url;
  const server = `host=${hostname} port=${serverPort || 5432} user=${username} password=${decodeURIComponent(password)}`;
  return `[databases]
* = ${server}

[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = ${poolSize}
max_client_conn = 200
`;
}

function answersAt(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
