import { readFile, stat } from 'node:fs/promises';
import { isIP } from 'node:net';
import { join } from 'node:path';

/** The hosts file of this system. */
export const HOSTS_FILE =
  process.platform === 'win32'
    ? join(process.env['SystemRoot'] ?? 'C:\\Windows', 'System32', 'drivers', 'etc', 'hosts')
    : '/etc/hosts';

/** Where name servers and search domains stand; Windows keeps them elsewhere, and has none of the latter for us. */
export const RESOLVER_FILE = '/etc/resolv.conf';

/** The names of a hosts file with their addresses, in small letters. */
export const hostsIn = whileUnchanged((text) => {
  const hosts = new Map<string, readonly string[]>();
  for (const [address = '', ...names] of wordsOf(text)) {
    if (isIP(address) === 0) continue;
    for (const name of names.map((one) => one.toLowerCase()))
      hosts.set(name, [...(hosts.get(name) ?? []), address]);
  }
  return hosts;
});

/** What a file of the resolver (resolv.conf(5)) lets follow a name that is not found alone: of several lines the last one counts. */
export const searchDomainsIn = whileUnchanged((text) => {
  const lines = wordsOf(text).filter(([option]) => option === 'search' || option === 'domain');
  return (lines.at(-1) ?? []).slice(1).filter((domain) => domain !== '.');
});

function wordsOf(text: string): readonly (readonly string[])[] {
  return text.split('\n').map((line) =>
    line
      .replace(/[#;].*/, '')
      .trim()
      .split(/\s+/),
  );
}

/** Reads a file again once it has changed, for names are looked up often; one that cannot be read says nothing. */
function whileUnchanged<T>(read: (text: string) => T): (file: string) => Promise<T> {
  const known = new Map<string, { readonly version: string; readonly content: T }>();
  return async (file) => {
    const version = await stat(file).then(
      ({ mtimeMs, size, ino }) => [mtimeMs, size, ino].join(),
      () => null,
    );
    const kept = known.get(file);
    if (kept !== undefined && kept.version === version) return kept.content;
    const content = read(await readFile(file, 'utf8').catch(() => ''));
    if (version !== null) known.set(file, { version, content });
    return content;
  };
}
