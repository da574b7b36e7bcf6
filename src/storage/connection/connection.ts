import { readFileSync } from 'node:fs';
import { connect, Socket } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import type { ClientConfig } from 'pg';
import { addressesOf, withParameters } from '../../core/addresses/database-addresses.ts';
import { steadyLookup } from '../../names/steady-lookup.ts';

/** The parameters of an address that are about TLS; the driver reads them another way than libpq does. */
const TLS_PARAMETERS = ['sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'ssl', 'uselibpqcompat'] as const;
/** A parameter of libpq's that says what Sello does anyway where there are several servers. */
const CHOICE = 'target_session_attrs';
const DEFAULT_PORT = 5432;
const PATIENCE_MS = 10_000;
/** `SSLRequest` of PostgreSQL's protocol; the answer is the byte `S` or `N`. */
const TLS_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);
const YES = 'S'.charCodeAt(0);
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1)$/i;

/** By these a connection ends whose server lost its power or its network, so that nobody waits for ever for an answer. */
const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };

/** How the driver reaches the one server of this address, with `sslmode` as libpq means it. */
export function connectionOf(address: string): ClientConfig {
  const url = new URL(address);
  const ssl = tlsOf(url);
  for (const name of [...TLS_PARAMETERS, CHOICE]) url.searchParams.delete(name);
  return { connectionString: url.href, ssl, stream: openSocket, ...KEEP_ALIVE };
}

/** A socket that the driver connects by a port and the name of a host, or by the path of a local socket. */
function openSocket(): Socket {
  const socket = new Socket();
  const connectTo = socket.connect.bind(socket);
  const connectByName = (port: number, host?: string) =>
    host === undefined ? connectTo(String(port)) : connectTo({ port, host, lookup: steadyLookup.lookup });
  return Object.assign(socket, { connect: connectByName });
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

/** The address of another server of the same database, with the same login. Of several first servers, one speaks for all. */
export function addressOfServer(
  databaseUrl: string,
  { host, port }: { readonly host: string; readonly port: number },
): string {
  const [address = databaseUrl] = addressesOf(databaseUrl);
  const url = new URL(address);
  const isFirstElsewhere = isAnotherMachine(url);
  for (const name of ['host', 'port', CHOICE]) url.searchParams.delete(name);
  url.hostname = host.includes(':') ? `[${host}]` : host;
  url.port = String(port);
  // What never left this machine says nothing of what may be read on the way to another one.
  if (!isFirstElsewhere && isAnotherMachine(url) && modeOf(url) === 'disable')
    url.searchParams.set('sslmode', 'require');
  return url.href;
}

/** Whether what goes over connections to this settled address can be read on the way to another machine. */
export function isInTheClear(databaseUrl: string): boolean {
  const urls = addressesOf(databaseUrl).map((address) => new URL(address));
  return urls.some((url) => isAnotherMachine(url) && modeOf(url) === 'disable');
}

/**
 * The address with `require` or `disable` in the place of a `sslmode` that leaves it to the server (`prefer`, which is
 * libpq's own, and `allow`), so that every connection is made the same way; of several servers, the first to answer
 * speaks for all. Rejects with the system's error where none can be reached.
 */
export async function settleTls(databaseUrl: string): Promise<string> {
  const open = addressesOf(databaseUrl).map((address) => new URL(address));
  const asked = open.filter((url) => !isLocalSocket(url) && ['prefer', 'allow'].includes(modeOf(url)));
  if (asked.length === 0) return databaseUrl;
  const offered = await Promise.any(asked.map(offersTls)).catch(({ errors }: AggregateError) => {
    throw errors[0];
  });
  return withParameters(databaseUrl, (parameters) => {
    // An authority makes `require` look at the certificate, which `prefer` never does.
    parameters.delete('sslrootcert');
    parameters.set('sslmode', offered ? 'require' : 'disable');
  });
}

async function offersTls(url: URL): Promise<boolean> {
  const socket = connect({
    host: hostOf(url),
    port: Number(url.port || DEFAULT_PORT),
    lookup: steadyLookup.lookup,
  });
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
