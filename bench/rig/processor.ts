import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';

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

/** The process, and those that it or one of them has started. */
export function familyOf(pid: number): readonly number[] {
  const living = pids().flatMap((one) => account(`/proc/${one}/stat`, one) ?? []);
  const withChildren = (parent: number): readonly number[] => [
    parent,
    ...living.filter((one) => one.parent === parent).flatMap((one) => withChildren(one.pid)),
  ];
  return withChildren(pid);
}

/** Processor time by the name of the thread, in milliseconds. */
export function processorByThread(pid: number): Readonly<Record<string, number>> {
  return byThread(pid, (folder) => account(`${folder}/stat`, pid)?.ms ?? 0);
}

/**
 * How often threads were woken, by their names: each time that one of them has given its core up by itself, because it had nothing
 * to do. No other work on the machine changes it.
 */
export function wakesByThread(pid: number): Readonly<Record<string, number>> {
  return byThread(pid, (folder) => numberIn(`${folder}/status`, /^voluntary_ctxt_switches:\s+(\d+)/m));
}

function byThread(pid: number, figureOf: (folder: string) => number): Readonly<Record<string, number>> {
  const figures: Record<string, number> = {};
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const folder = `/proc/${pid}/task/${thread}`;
    const name = nameOf(`${folder}/comm`);
    figures[name] = (figures[name] ?? 0) + figureOf(folder);
  }
  return figures;
}

/** 0 where the file has gone, with its process or thread. */
function numberIn(path: string, pattern: RegExp): number {
  try {
    return Number(pattern.exec(readFileSync(path, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

/** The file that a process of Node runs; how others name themselves. */
export function programOf(pid: number): string {
  const [program = '', ...words] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  return basename(words.find((word) => word.endsWith('.ts') && !word.startsWith('-')) ?? program);
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
  return numberIn(`/proc/${pid}/status`, /^VmRSS:\s+(\d+) kB/m) / 1_024;
}

/** The same, with pages that several processes have divided among them. */
export function shareOfMemoryMb(pid: number): number {
  return numberIn(`/proc/${pid}/smaps_rollup`, /^Pss:\s+(\d+) kB/m) / 1_024;
}
