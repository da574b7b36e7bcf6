import { shownText } from '../../support/console-caller.ts';
import { type Asker, anyAddress } from './askers.ts';
import type { Watched } from './loop-watch.ts';
import type { createSender } from './sender.ts';

/** A route of the console with the fields of its form. */
export interface Target {
  readonly method: string;
  readonly path: string;
  readonly names: readonly string[];
}

interface Found {
  readonly routes: Watched['routes'];
  /** An invoice, a CCF, and the company. */
  readonly ids: readonly string[];
  readonly askers: readonly Asker[];
  readonly send: ReturnType<typeof createSender>;
  readonly random: () => number;
}

/** Every route of the console, with the fields that the pages post to it. */
export async function targetsOf(found: Found): Promise<readonly Target[]> {
  const { routes, ids } = found;
  const ours = routes
    .filter(({ url, method }) => /^\/app(?:\/|$)/.test(url) && method !== 'HEAD' && !url.endsWith('/vivo'))
    .flatMap(({ method, url }) => pathsOf(url, ids).map((path) => ({ method, path })));
  const names = new Map<string, Set<string>>();
  for (const text of await pagesRead(found, ours))
    for (const [action, fields] of formsIn(text))
      names.set(action, new Set([...(names.get(action) ?? []), ...fields]));
  return ours.map(({ method, path }) => ({ method, path, names: [...(names.get(path) ?? [])] }));
}

/** Each page as one who may see all of it does, which warms the node up as well. */
async function pagesRead(
  { askers, send, random }: Found,
  ours: readonly Pick<Target, 'method' | 'path'>[],
): Promise<readonly string[]> {
  const pages: string[] = [];
  const paths = ours.filter(({ method, path }) => method === 'GET' && !FILE.test(path));
  for (const [index, { path }] of paths.entries()) {
    const those = askers.filter(({ who }) => who === readerOf(path));
    const cookie = those[index % those.length]?.cookie ?? '';
    const from = anyAddress(random);
    const asked = { method: 'GET', path, cookie, from, kind: 'reader', body: null, isKept: true };
    pages.push((await send(asked)).text);
  }
  return pages;
}

const FILE = /\.(?:csv|pdf|xlsx|zip)$/;

function readerOf(path: string): Asker['who'] {
  if (path.startsWith('/app/operador')) return 'operator';
  return /^\/app\/(?:e|cuenta|empresas|catalogos)(?:\/|$)/.test(path) ? 'owner' : 'stranger';
}

/** What stands in addresses, and what is none. */
const PLACES = [
  { tipo: '03', campo: 'productos', mes: '2026-11' },
  { tipo: '01', campo: 'clientes', mes: '9999-12' },
] as const;

/** The addresses of a route. */
function pathsOf(url: string, [invoice = '', ccf = '', slug = '']: readonly string[]): readonly string[] {
  const filled = PLACES.map(({ tipo, campo, mes }, index) =>
    url
      .replace(':slug', slug)
      .replace(':tipo', tipo)
      .replace(':campo', campo)
      .replace(':mes', mes)
      .replace(/:id\b/, index === 0 ? ccf : invoice)
      .replaceAll(/:[a-zA-Z]+|\*/g, 'cualquiera'),
  );
  return [...new Set(filled)];
}

function formsIn(page: string): readonly (readonly [action: string, names: readonly string[]])[] {
  return [...page.matchAll(/<form [^>]*action="([^"]*)"[^>]*>(.*?)<\/form>/gs)].map(
    ([, action = '', inside = '']) => {
      const [path = ''] = shownText(action).split('?');
      return [
        path,
        [...inside.matchAll(/ name="([^"]*)"/g)].map(([, name = '']) => shownText(name)),
      ] as const;
    },
  );
}
