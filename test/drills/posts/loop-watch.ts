/**
 * Loaded into a node before its program (`--import`): it notes for how long the processor of its main thread worked between
 * two ticks of a timer of 5 ms, which is how long everybody else had to wait at the least, whatever else the machine does;
 * what was asked just before; how much memory the process has; and the routes of its servers. All of it goes to the file
 * that its own address names (`?into=`). SIGUSR2 begins anew.
 */
import { subscribe } from 'node:diagnostics_channel';
import { renameSync, writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';
import { noteRoutes, type Route } from '../../door/routes-of-server.ts';

const TICK_MS = 5;
const WRITE_MS = 200;
/** From here on the requests are noted with a turn. */
const LATE_MS = 30;
const REMEMBERED = 12;
const MEGABYTE = 1024 * 1024;

/** What the file says. */
export interface Watched {
  readonly longestMs: number;
  readonly over50: number;
  readonly ticks: number;
  /** The longest turns, with the requests that were on their way. */
  readonly late: readonly { readonly ms: number; readonly requests: readonly string[] }[];
  /** The memory of each second. */
  readonly rssMb: readonly number[];
  readonly routes: readonly Route[];
}

interface Begun {
  readonly request: {
    readonly method?: string;
    readonly url?: string;
    readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  };
}

function watch(into: string): void {
  const routes = new Map<string, Route>();
  const recent: string[] = [];
  let [longestMs, over50, ticks] = [0, 0, 0];
  let late: Watched['late'][number][] = [];
  let rssMb: number[] = [];
  noteRoutes(routes);
  subscribe('http.server.request.start', (message) => {
    const { method, url = '', headers }: Begun['request'] = Object(message).request;
    const kind = `${method} ${url.slice(0, 150)} ${headers['content-length'] ?? ''} ${headers['x-fuzz'] ?? ''}`;
    recent.push(kind);
    if (recent.length > REMEMBERED) recent.shift();
  });
  let before = process.threadCpuUsage();
  setInterval(() => {
    const now = process.threadCpuUsage();
    const ms = (now.user + now.system - before.user - before.system) / 1_000;
    before = now;
    ticks += 1;
    longestMs = Math.max(longestMs, ms);
    if (ms > 50) over50 += 1;
    if (ms > LATE_MS)
      late = [...late, { ms, requests: [...recent] }].toSorted((a, b) => b.ms - a.ms).slice(0, 20);
  }, TICK_MS).unref();
  setInterval(() => rssMb.push(Math.round(process.memoryUsage.rss() / MEGABYTE)), 1_000).unref();
  setInterval(() => {
    const told: Watched = { longestMs, over50, ticks, late, rssMb, routes: [...routes.values()] };
    writeFileSync(`${into}.new`, JSON.stringify(told));
    renameSync(`${into}.new`, into);
    before = process.threadCpuUsage();
  }, WRITE_MS).unref();
  process.on('SIGUSR2', () => {
    [longestMs, over50, ticks, late, rssMb] = [0, 0, 0, [], []];
  });
}

const into = new URL(import.meta.url).searchParams.get('into');
if (into !== null && isMainThread && process.argv[2] === 'serve') watch(into);
