import { type ChildProcess, fork, type Serializable } from 'node:child_process';

/** What the process answers to a message. */
export type Printed =
  | { readonly kind: 'printed'; readonly bytes: Uint8Array }
  | { readonly kind: 'failed'; readonly reason: string };

export function isAlive({ connected, exitCode, signalCode }: ChildProcess): boolean {
  return connected && exitCode === null && signalCode === null;
}

/** A process that knows no setting, and ends with this one without keeping it alive. */
export function startPrinter(program: URL, heapMb: number): ChildProcess {
  const { SystemRoot } = process.env;
  const child = fork(program, {
    execArgv: [`--max-old-space-size=${heapMb}`],
    env: { SystemRoot },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  child.unref();
  child.channel?.unref();
  return child;
}

/** The process's answer to one message; it has no other at the same time. */
export function askPrinter(child: ChildProcess, message: Serializable, timeoutMs: number): Promise<Printed> {
  return new Promise((resolve) => {
    const failed = (reason: string) => done({ kind: 'failed', reason });
    const onError = ({ message }: Error) => failed(`the press broke: ${message}`);
    const onExit = (code: number | null, signal: string | null) =>
      failed(`the press ended: ${signal ?? code}`);
    const timer = setTimeout(() => failed(`paper was not printed within ${timeoutMs} ms`), timeoutMs);
    const done = (answer: Printed) => {
      clearTimeout(timer);
      child.off('message', done).off('error', onError).off('exit', onExit);
      resolve(answer);
    };
    child.on('message', done).once('error', onError).once('exit', onExit);
    child.send(message, (error) => error === null || onError(error));
  });
}
