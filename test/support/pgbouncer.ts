import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listensAt, startCommand } from './child-program.ts';
import { freePort } from './sello-process.ts';
import { makePlace, removePlace } from './temporary-place.ts';

/** Where Debian's package has it. */
const PGBOUNCER = '/usr/sbin/pgbouncer';

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
  const program = startCommand(PGBOUNCER, [...asOther, ini]);
  await listensAt(port, program);
  url.host = `127.0.0.1:${port}`;
  return {
    url: url.href,
    async close() {
      void program.signal('SIGTERM');
      await program.signal('SIGINT');
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
