import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks of Linux's accounting. */
const TICK_MS = 10;

/** What a running process has used of the processor, in milliseconds, with its parent; null when it is gone. */
function account(
  path: string,
  pid: number,
): { readonly pid: number; readonly parent: number; readonly ms: number } | null {
  try {
    const text = readFileSync(path, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { pid, parent: Number(fields[1]), ms: (Number(fields[11]) + Number(fields[12])) * TICK_MS };
  } catch {
    return null;
  }
}

/** Processor time of one process with all its threads. */
export function processorOf(pid: number): number {
  return account(`/proc/${pid}/stat`, pid)?.ms ?? 0;
}

/**
 * Processor time of a process and of its children, those that have ended included, as a PostgreSQL's backends. Children
 * that end between two looks are counted by their parent.
 */
export function processorOfFamily(parent: number): number {
  const children = pids().flatMap((pid) => account(`/proc/${pid}/stat`, pid) ?? []);
  const living = children.filter((one) => one.parent === parent).reduce((sum, { ms }) => sum + ms, 0);
  return living + processorOf(parent) + ofEndedChildren(parent);
}

function ofEndedChildren(pid: number): number {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13]) + Number(fields[14])) * TICK_MS;
}

function pids(): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
}

/** Processor time by the name of the thread, in milliseconds. */
export function processorByThread(pid: number): Readonly<Record<string, number>> {
  const times: Record<string, number> = {};
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const name = nameOf(`/proc/${pid}/task/${thread}/comm`);
    times[name] = (times[name] ?? 0) + (account(`/proc/${pid}/task/${thread}/stat`, pid)?.ms ?? 0);
  }
  return times;
}

function nameOf(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return 'ended';
  }
}

/** Memory that a process holds at the moment, in MB. */
export function memoryMb(pid: number): number {
  const kb = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kb ?? 0) / 1_024;
}
