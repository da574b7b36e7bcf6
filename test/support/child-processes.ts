import { readdirSync, readFileSync } from 'node:fs';

/** The processes of a program that a process has started, by the name of its file; Linux alone tells them. */
export function childrenOf(parent: number, program: string): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => parentOf(pid) === parent && textOf(pid, 'cmdline').includes(program))
    .map(Number);
}

function parentOf(pid: string): number {
  return Number(textOf(pid, 'stat').split(') ').at(-1)?.split(' ')[1]);
}

/** Empty where the process has ended meanwhile. */
function textOf(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
