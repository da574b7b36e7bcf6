import { readdirSync, readFileSync } from 'node:fs';

/** The signer processes that a process has started. */
export function signersOf(parent: number): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => parentOf(pid) === parent && textOf(pid, 'cmdline').includes('signer-program.ts'))
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
