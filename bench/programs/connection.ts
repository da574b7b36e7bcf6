import { connect } from 'node:net';
import { createMessageReader, type Message } from './message-reader.ts';

export interface Answered {
  readonly status: number;
  readonly body: Buffer;
}

/** One keep-alive connection with one request at a time on it. */
export interface Connection {
  /** Rejects when the connection breaks before the answer is complete. */
  exchange(request: Buffer): Promise<Answered>;
  isBroken(): boolean;
  close(): void;
}

interface Waiting {
  resolve(answered: Answered): void;
  reject(error: Error): void;
}

export interface Ends {
  readonly hostname: string;
  readonly port: number;
  /** From where it comes. */
  readonly localAddress: string;
}

export function openConnection({ hostname, port, localAddress }: Ends): Connection {
  const socket = connect({ host: hostname, port, localAddress, noDelay: true });
  let waiting: Waiting | null = null;
  let broken = false;
  const settle = (end: (waiting: Waiting) => void): void => {
    const one = waiting;
    waiting = null;
    if (one !== null) end(one);
  };
  const fail = (): void => {
    broken = true;
    settle(({ reject }) => reject(new Error('the connection broke')));
  };
  socket.on('error', fail).on('close', fail);
  socket.on(
    'data',
    createMessageReader((message) => settle(({ resolve }) => resolve(answeredOf(message)))),
  );
  return {
    exchange: (request) =>
      new Promise((resolve, reject) => {
        if (broken) return reject(new Error('the connection is broken'));
        waiting = { resolve, reject };
        socket.write(request);
      }),
    isBroken: () => broken,
    close: () => socket.destroy(),
  };
}

function answeredOf({ start, body }: Message): Answered {
  return { status: Number(start.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length)), body };
}
