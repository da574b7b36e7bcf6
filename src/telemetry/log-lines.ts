import { write, writeSync } from 'node:fs';

/** What takes lines, of which none waits for the file. */
export interface LogLines {
  write(line: string): void;
}

/** In characters; lines that come while so many wait are lost, and counted. */
const MOST_WAITING = 4_000_000;
/** How long after an error the same bytes are tried again. */
const AGAIN_MS = 10;
/** Whoever is told to end waits for its reader for half a second. */
const LAST_TRIES = 50;
const PAUSE = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));

const NOTHING: Uint8Array = new Uint8Array();

/**
 * Lines to an open file, pipe or terminal, in their order and behind the caller's back. A full disk and a reader that stalls
 * or has gone are none of the callers' business: lines wait and then are lost, and the process ends when it is told to. The
 * package's own destination throws the error of a full disk at nobody, and then keeps the process from ending.
 */
export function logLinesTo(fd: number, mostWaiting = MOST_WAITING): LogLines {
  let waiting = '';
  let lost = 0;
  let left = NOTHING;
  /** Bytes are under way, or are left for a while. */
  let isBusy = false;

  /** What an error has left of the last bytes, and else all that waits. */
  function next(): Uint8Array {
    const bytes = left.length > 0 ? left : Buffer.from(waiting + lossOf(lost));
    if (left.length === 0) [waiting, lost] = ['', 0];
    left = NOTHING;
    return bytes;
  }
  function go(): void {
    const bytes = next();
    isBusy = bytes.length > 0;
    if (!isBusy) return;
    write(fd, bytes, (error, written) => {
      left = bytes.subarray(error === null ? written : 0);
      if (error === null) go();
      else setTimeout(go, AGAIN_MS).unref();
    });
  }
  function finish(): boolean {
    try {
      for (left = next(); left.length > 0; left = next()) left = left.subarray(writeSync(fd, left));
      return true;
    } catch {
      return false;
    }
  }
  process.once('exit', () => {
    for (let tries = 0; tries < LAST_TRIES && !finish(); tries += 1) Atomics.wait(PAUSE, 0, 0, AGAIN_MS);
  });
  return {
    write(line) {
      if (waiting.length + line.length > mostWaiting) lost += 1;
      else waiting += line;
      if (!isBusy) go();
    },
  };
}

function lossOf(lines: number): string {
  if (lines === 0) return '';
  return `${JSON.stringify({ level: 40, time: new Date().toISOString(), event: 'log_lines_lost', lines })}\n`;
}
