import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import type { ClientConfig } from 'pg';

/** The parameters of an address that are about TLS; the driver reads them another way than libpq does. */
const TLS_PARAMETERS = ['sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'ssl', 'uselibpqcompat'] as const;
const DEFAULT_PORT = 5432;
const PATIENCE_MS = 10_000;
/** `SSLRequest` of PostgreSQL's protocol; the answer is the byte `S` or `N`. */
const TLS_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);
const YES = 'S'.charCodeAt(0);
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1)$/i;

/** How the driver reaches the database of this address, with `sslmode` as libpq means it. */
export function connectionOf(databaseUrl: string): ClientConfig {
  const url = new URL(databaseUrl);
  const ssl = tlsOf(url);
  for (const name of TLS_PARAMETERS) url.searchParams.delete(name);
  return { connectionString: url.href, ssl };
}

/**
 * libpq, "SSL Support": `require` encrypts and looks at the certificate only where an authority is named, `verify-ca`
 * always looks at it, `verify-full` at its name as well. Without a named authority, those that Node trusts count.
 */
function tlsOf(url: URL): ConnectionOptions | false {
  const mode = modeOf(url);
  const root = url.searchParams.get('sslrootcert');
  if (mode === 'disable' || isLocalSocket(url)) return false;
  const options: ConnectionOptions = {
    ...(root === null || root === 'system' ? {} : { ca: readFileSync(root) }),
    ...fileOption(url, 'sslcert', 'cert'),
    ...fileOption(url, 'sslkey', 'key'),
  };
  if (mode === 'verify-full' || root === 'system') return options;
  const looksAtIssuer = mode === 'verify-ca' || (mode === 'require' && root !== null);
  return looksAtIssuer
    ? { ...options, checkServerIdentity: () => undefined }
    : { ...options, rejectUnauthorized: false };
}

function fileOption(url: URL, parameter: string, option: 'cert' | 'key'): ConnectionOptions {
  const path = url.searchParams.get(parameter);
  return path === null ? {} : { [option]: readFileSync(path) };
}

/** On the loopback interface nobody listens in, so that nothing is encrypted there unless the address asks for it. */
function modeOf(url: URL): string {
  return url.searchParams.get('sslmode') ?? (isAnotherMachine(url) ? 'prefer' : 'disable');
}

function hostOf({ hostname, searchParams }: URL): string {
  return decodeURIComponent(searchParams.get('host') ?? hostname).replaceAll(/^\[|\]$/g, '');
}

function isLocalSocket(url: URL): boolean {
  return hostOf(url).startsWith('/');
}

function isAnotherMachine(url: URL): boolean {
  const host = hostOf(url);
  return host !== '' && !host.startsWith('/') && !LOOPBACK.test(host);
}

/** Whether what goes over connections to this settled address can be read on the way to another machine. */
export function isInTheClear(databaseUrl: string): boolean {
  const url = new URL(databaseUrl);
  return isAnotherMachine(url) && modeOf(url) === 'disable';
}

/**
 * The address with `require` or `disable` in the place of a `sslmode` that leaves it to the server (`prefer`, which is
 * libpq's own, and `allow`), so that every connection is made the same way. Rejects with the system's error where the
 * server cannot be reached.
 */
export async function settleTls(databaseUrl: string): Promise<string> {
  const url = new URL(databaseUrl);
  const mode = modeOf(url);
  if (isLocalSocket(url) || (mode !== 'prefer' && mode !== 'allow')) return databaseUrl;
  const offered = await offersTls(url);
  // An authority makes `require` look at the certificate, which `prefer` never does.
  url.searchParams.delete('sslrootcert');
  url.searchParams.set('sslmode', offered ? 'require' : 'disable');
  return url.href;
}

async function offersTls(url: URL): Promise<boolean> {
  const socket = connect({ host: hostOf(url), port: Number(url.port || DEFAULT_PORT) });
  try {
    return await answerOf(socket);
  } finally {
    socket.destroy();
  }
}

function answerOf(socket: Socket): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const fail = (code: string) => reject(Object.assign(new Error(code), { code }));
    socket.once('error', reject);
    socket.once('close', () => fail('ECONNRESET'));
    socket.setTimeout(PATIENCE_MS, () => fail('ETIMEDOUT'));
    socket.once('data', (answer) => resolve(answer[0] === YES));
    socket.write(TLS_REQUEST);
  });
}
