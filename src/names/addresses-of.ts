import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { HOSTS_FILE, hostsIn, RESOLVER_FILE, searchDomainsIn } from './own-files.ts';

/** Where names are looked up. */
export interface NameSources {
  readonly hostsFile: string;
  readonly resolverFile: string;
  /** Addresses of name servers with their ports; without them, those of the system. */
  readonly servers?: readonly string[];
}

const OF_SYSTEM: NameSources = { hostsFile: HOSTS_FILE, resolverFile: RESOLVER_FILE };

/** RFC 6761, section 6.3: with or without a line of the hosts file, nobody is asked for it. */
const LOCAL = /^(.+\.)?localhost$/;
const LOOPBACK = ['127.0.0.1', '::1'];

/** One name server is waited for so long before the next one is asked, and longer in the next round. */
const SERVER_MS = 1_000;

/**
 * The addresses of a name that a tenant has given; none where it is unknown, or where nobody says before the signal. The
 * system's own look-up (getaddrinfo) occupies one of two threads of the process until a silent name server has been given
 * up, and cannot be cancelled: ten names of one tenant would keep everybody else's waiting. The resolver here waits on sockets alone.
 * The hosts file and the search domains count as they do for the system.
 */
export async function addressesOf(
  host: string,
  signal: AbortSignal,
  { hostsFile, resolverFile, servers }: NameSources = OF_SYSTEM,
): Promise<readonly string[]> {
  if (isIP(host) !== 0) return [host];
  const name = host.toLowerCase().replace(/\.$/, '');
  const listed = (await hostsIn(hostsFile)).get(name) ?? (LOCAL.test(name) ? LOOPBACK : undefined);
  if (listed !== undefined) return listed;
  const resolver = new Resolver({ timeout: SERVER_MS });
  if (servers !== undefined) resolver.setServers(servers);
  const domains = host.endsWith('.') ? [] : await searchDomainsIn(resolverFile);
  const cancel = () => resolver.cancel();
  signal.addEventListener('abort', cancel);
  try {
    for (const full of [name, ...domains.map((domain) => `${name}.${domain}`)]) {
      const found = signal.aborted ? [] : await asked(resolver, full);
      if (found.length > 0) return found;
    }
    return [];
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

/** First the addresses of the family in which this machine is more likely to reach anybody. */
async function asked(resolver: Resolver, name: string): Promise<readonly string[]> {
  const none = () => [];
  const [four, six] = await Promise.all([
    resolver.resolve4(name).catch(none),
    resolver.resolve6(name).catch(none),
  ]);
  return hasFour() ? [...four, ...six] : [...six, ...four];
}

function hasFour(): boolean {
  const own = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
  return own.some(({ family, internal }) => family === 'IPv4' && !internal);
}
