import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

// Linux alone tells of its processes.

function pids(): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => pid !== process.pid);
}

/** Empty where the process has ended meanwhile. */
function textOf(pid: number, read: (folder: string) => string): string {
  try {
    return read(`/proc/${pid}`);
  } catch {
    return '';
  }
}

function commandLineOf(pid: number): string {
  return textOf(pid, (folder) => readFileSync(`${folder}/cmdline`, 'utf8')).replaceAll('\0', ' ');
}

function parentOf(pid: number): number {
  const stat = textOf(pid, (folder) => readFileSync(`${folder}/stat`, 'utf8'));
  return Number(stat.split(') ').at(-1)?.split(' ')[1]);
}

/** The processes of a program that a process has started, by the name of its file. */
export function childrenOf(parent: number, program: string): readonly number[] {
  return pids().filter((pid) => parentOf(pid) === parent && commandLineOf(pid).includes(program));
}

/** Every process whose working directory is this data directory: its server and the server's own children. */
export function processesOf(dataDir: string): readonly number[] {
  return pids().filter((pid) => textOf(pid, (folder) => readlinkSync(`${folder}/cwd`)) === dataDir);
}

/** The command lines of all processes that name this folder or file: databases and simulators of it. */
export function processesNaming(path: string): readonly string[] {
  return pids()
    .map(commandLineOf)
    .filter((line) => line.includes(path));
}

/** Kills the processes that name this file, of which only ours do. */
export function killProcessesNaming(path: string): void {
  for (const pid of pids()) if (commandLineOf(pid).includes(path)) process.kill(pid, 'SIGKILL');
}

/** The command lines of those of these processes that still run. */
export function processesRunning(known: readonly number[]): readonly string[] {
  return pids()
    .filter((pid) => known.includes(pid))
    .map(commandLineOf)
    .filter((line) => line !== '');
}
