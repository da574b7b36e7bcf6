import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listensAt, startCommand } from '../support/child-program.ts';
import { makePlace, removePlace } from '../support/temporary-place.ts';
import { quietPort } from './quiet-port.ts';

/** A proxy with the configuration that docs/proxies shows. */
export interface ProxyKind {
  readonly name: 'nginx' | 'haproxy' | 'caddy';
  /** In docs/proxies. */
  readonly file: string;
}

export const PROXIES: readonly ProxyKind[] = [
  { name: 'nginx', file: 'nginx.conf' },
  { name: 'haproxy', file: 'haproxy.cfg' },
  { name: 'caddy', file: 'Caddyfile' },
];

/** Whether it is here, and no Caddy that cannot send a body a second time. */
export function isInstalled({ name }: ProxyKind): boolean {
  const { status, stdout } = spawnSync(name, [name === 'caddy' ? 'version' : '-v'], { encoding: 'utf8' });
  return status === 0 && !(name === 'caddy' && /^v?2\.[0-6]\./.test(stdout));
}

/** The ports of the two nodes, each with that of its operators. */
export type NodePorts = readonly { readonly port: number; readonly operatorPort: number }[];

export interface Proxy {
  readonly url: string;
  close(): Promise<void>;
}

/** The configuration with ports of this machine, and without TLS, which callers of a drill do not speak. */
function shown({ file }: ProxyKind, port: number, nodes: NodePorts): string {
  const text = readFileSync(new URL(`../../docs/proxies/${file}`, import.meta.url), 'utf8');
  return nodes
    .reduce(
      (changed, node, index) =>
        changed
          .replaceAll(`127.0.0.1:${8081 + index}`, `127.0.0.1:${node.port}`)
          .replaceAll(`port ${9091 + index}`, `port ${node.operatorPort}`),
      text,
    )
    .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
    .replaceAll(/^ *ssl_certificate.*$/gm, '')
    .replace(/^ {4}bind :443 .*$/m, `    bind 127.0.0.1:${port}`)
    .replace(/^dte\.example\.com \{/m, `{\n\tadmin off\n}\nhttp://127.0.0.1:${port} {`);
}

/** Around the part that docs/proxies shows of nginx' configuration. */
function aroundNginx(place: string): string {
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(place, name)};`,
  );
  return `${user} daemon off; pid ${join(place, 'pid')}; events {}
    http { access_log off; ${temporary.join(' ')} include ${join(place, 'nginx.conf')}; }`;
}

function commandOf({ name, file }: ProxyKind, place: string): readonly string[] {
  const path = join(place, file);
  if (name === 'caddy') return ['run', '--adapter', 'caddyfile', '--config', path];
  if (name === 'haproxy') return ['-db', '-f', path];
  writeFileSync(join(place, 'main.conf'), aroundNginx(place));
  return ['-e', join(place, 'errors'), '-p', place, '-c', join(place, 'main.conf')];
}

/** Starts the proxy, as its page shows it, in front of two nodes. */
export async function startProxy(kind: ProxyKind, nodes: NodePorts): Promise<Proxy> {
  const [place, port] = [makePlace(0o755), await quietPort()];
  writeFileSync(join(place, kind.file), shown(kind, port, nodes));
  const program = startCommand(kind.name, commandOf(kind, place), { env: { HOME: place } });
  await listensAt(port, program);
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      await program.signal('SIGTERM');
      removePlace(place);
    },
  };
}
