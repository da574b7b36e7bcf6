import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { Worker, type WorkerOptions } from 'node:worker_threads';

/** The child ended before it answered; another one may be asked the same. */
export class ChildEnded extends Error {
  override readonly name = 'ChildEnded';
}

/** A process or thread that this process started, and watches from that moment on: none ends unnoticed. */
export interface Child {
  /** Resolves once it is gone, and where it could not be started, with how it ended in words for the log. */
  readonly ended: Promise<string>;
  hasEnded(): boolean;
  /** Calls the listener at the end, or at once where that has come, until the function that is returned is called. */
  onEnd(listener: (reason: string) => void): () => void;
  /** Sends a message, which is lost where the child has ended. Throws where it cannot be copied. */
  post(message: object, given?: readonly ArrayBuffer[]): void;
  /** Calls the listener for each message until the function that is returned is called. */
  onMessage<Message>(listener: (message: Message) => void): () => void;
  /** Ends it whatever it does, and resolves when it is gone. */
  kill(): Promise<void>;
}

export interface ChildOfNode extends Child {
  readonly process: ChildProcess;
}

/**
 * Starts a process of this Node. Its end is known by how it ends and by its pipes; what it has written before has been read
 * when `ended` resolves. Throws ChildEnded where the system gives no process.
 */
export function startProcess(name: string, args: readonly string[], options: SpawnOptions): ChildOfNode {
  const child = begun(name, () => spawn(process.execPath, args, options));
  const end = createEnd();
  const kill = async () => {
    child.kill('SIGKILL');
    await end.known.ended;
  };
  child.once('close', (code, signal) => end.come(`${name} ended: ${signal ?? code}`));
  // A process that was never there has no number, and may have no pipes that close.
  child.on('error', ({ message }) => {
    if (child.pid === undefined) end.come(`${name} cannot be started: ${message}`);
  });
  return {
    process: child,
    ...end.known,
    // A process that nothing can be said to any more is of no use.
    post: (message) => void child.send(message, (error) => error && void kill()),
    onMessage: (listener) => listenTo(child, listener),
    kill,
  };
}

/** Starts a thread, which does not keep this process alive. Throws ChildEnded where there can be none. */
export function startThread(name: string, program: URL, options: WorkerOptions): Child {
  const thread = begun(name, () => new Worker(program, { execArgv: [], ...options }));
  const end = createEnd();
  let reason: string | null = null;
  thread.unref();
  thread.once('error', (error) => {
    reason = `${name} broke: ${error instanceof Error ? error.message : ''}`;
  });
  thread.once('exit', (code) => end.come(reason ?? `${name} ended: ${code}`));
  return {
    ...end.known,
    post: (message, given = []) => thread.postMessage(message, given),
    onMessage: (listener) => listenTo(thread, listener),
    async kill() {
      await thread.terminate();
      await end.known.ended;
    },
  };
}

/**
 * The child's answer to one message; it has no other at the same time. Rejects with ChildEnded where the child ended first,
 * and where it has not answered in time.
 */
export async function askAlone<Answer>(child: Child, message: object, withinMs: number): Promise<Answer> {
  const answer = Promise.withResolvers<Answer>();
  const listening = [
    whenOver(withinMs, () => answer.reject(new Error(`no answer within ${withinMs} ms`))),
    child.onMessage(answer.resolve),
    child.onEnd((reason) => answer.reject(new ChildEnded(reason))),
  ];
  try {
    if (!child.hasEnded()) child.post(message);
    return await answer.promise;
  } finally {
    for (const stop of listening) stop();
  }
}

const LOOKS = 10;

/**
 * Calls once so much time is over in which an answer could have been heard: a wait for this thread itself, however long it was
 * busy, counts for a tenth. Returns what keeps it from calling.
 */
function whenOver(withinMs: number, onOver: () => void): () => void {
  let looks = 0;
  const look = () => {
    looks += 1;
    if (looks === LOOKS) return onOver();
    timer = setTimeout(look, withinMs / LOOKS);
  };
  let timer = setTimeout(look, withinMs / LOOKS);
  return () => clearTimeout(timer);
}

function begun<Started>(name: string, start: () => Started): Started {
  try {
    return start();
  } catch (error) {
    throw new ChildEnded(`${name} cannot be started: ${error instanceof Error ? error.message : ''}`);
  }
}

function createEnd() {
  const { promise: ended, resolve } = Promise.withResolvers<string>();
  const listeners = new Set<(reason: string) => void>();
  let known: string | null = null;
  return {
    known: {
      ended,
      hasEnded: () => known !== null,
      onEnd(listener: (reason: string) => void) {
        if (known === null) listeners.add(listener);
        else listener(known);
        return () => void listeners.delete(listener);
      },
    },
    come(reason: string) {
      known ??= reason;
      for (const listener of listeners) listener(known);
      listeners.clear();
      resolve(known);
    },
  };
}

function listenTo<Message>(from: ChildProcess | Worker, listener: (message: Message) => void): () => void {
  from.on('message', listener);
  return () => void from.off('message', listener);
}
