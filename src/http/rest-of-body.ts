import type { IncomingMessage } from 'node:http';

/** What is read of a body that nobody wants, and for how long. */
export interface Patience {
  readonly bytes: number;
  readonly forMs: number;
  /** Without another byte. */
  readonly silentMs: number;
}

/** A dozen times what any request may hold, and half of what a request may take. */
const PATIENCE: Patience = { bytes: 64 * 1024 * 1024, forMs: 30_000, silentMs: 3_000 };

/**
 * Reads and drops what a caller has still to send, so that the answer reaches also one that writes everything before it
 * reads anything: a connection that is closed with bytes unread is reset, and the answer with it. False where it is more
 * than the patience bears; then the connection has to be closed.
 */
export function readRest(
  request: IncomingMessage,
  { bytes, forMs, silentMs }: Patience = PATIENCE,
): Promise<boolean> {
  if (request.complete || request.readableEnded || request.destroyed) return Promise.resolve(true);
  return new Promise((resolve) => {
    let left = bytes;
    const stop = (whole: boolean) => {
      clearTimeout(timer);
      clearTimeout(silence);
      request.off('data', count).off('end', atEnd).off('close', atEnd);
      if (!whole) request.pause();
      resolve(whole);
    };
    const atEnd = () => stop(true);
    const count = (chunk: Buffer) => {
      left -= chunk.length;
      silence.refresh();
      if (left < 0) stop(false);
    };
    const timer = setTimeout(() => stop(false), forMs);
    const silence = setTimeout(() => stop(false), silentMs);
    request.on('data', count).once('end', atEnd).once('close', atEnd);
  });
}
