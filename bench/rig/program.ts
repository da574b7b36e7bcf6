import { type ChildProcess, fork } from 'node:child_process';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A program of the bench in a process of its own. */
export interface Program {
  readonly pid: number;
  /** Where it serves; empty where it does not. */
  readonly url: string;
  ask(
    command: string,
    options?: Readonly<Record<string, unknown>>,
  ): Promise<Readonly<Record<string, unknown>>>;
  end(): Promise<void>;
}

interface Reply {
  readonly id: number;
  readonly answer: Readonly<Record<string, unknown>>;
}

/** Starts `bench/programs/<name>.ts`; resolves when it takes commands. */
export async function startProgram(
  name: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Program> {
  return startProgramAt(fileURLToPath(new URL(`../programs/${name}.ts`, import.meta.url)), env);
}

/** The same for a program of any checkout, by its path. */
export async function startProgramAt(
  path: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Program> {
  const name = basename(path, '.ts');
  const child = fork(path, {
    serialization: 'advanced',
    execArgv: [],
    env: { PATH: process.env['PATH'], ...env },
  });
  // A program that has servers of its own ends them.
  const abandon = () => void child.kill('SIGTERM');
  process.once('exit', abandon);
  child.once('exit', () => process.off('exit', abandon));
  const url = await new Promise<string>((resolve, reject) => {
    child.once('message', (first: { readonly url: string }) => resolve(first.url));
    child.once('exit', () => reject(new Error(`${name} ended before it served`)));
  });
  return { pid: child.pid ?? 0, url, ask: asker(child, name), end: () => ended(child) };
}

function asker(child: ChildProcess, name: string): Program['ask'] {
  const waiting = new Map<number, PromiseWithResolvers<Reply['answer']>>();
  let last = 0;
  child.on('message', ({ id, answer }: Reply) => {
    waiting.get(id)?.resolve(answer);
    waiting.delete(id);
  });
  child.once('exit', () => {
    for (const { reject } of waiting.values()) reject(new Error(`${name} ended before it answered`));
  });
  return (command, options = {}) => {
    last += 1;
    const answered = Promise.withResolvers<Reply['answer']>();
    waiting.set(last, answered);
    child.send({ id: last, command, options });
    return answered.promise;
  };
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once('exit', () => resolve());
    child.kill('SIGKILL');
  });
}
