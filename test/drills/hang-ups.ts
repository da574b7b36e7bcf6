import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { openSocket } from '../door/raw-request.ts';

/** How far a caller comes: `trickle` sends the body piece by piece and does not end it, `answer` leaves amid what it is answered. */
export const STEPS = ['nothing', 'headers', 'half', 'trickle', 'whole', 'answer'] as const;

/** A request whose caller has no patience. */
export interface HangUp {
  readonly key: string;
  readonly method: string;
  readonly path: string;
  /** JSON; empty for none. */
  readonly body: string;
  readonly step: (typeof STEPS)[number];
  readonly isChunked: boolean;
  /** Whether its connection is reset, and not ended. */
  readonly resets: boolean;
  /** How long it stalls before it leaves. */
  readonly afterMs: number;
}

const TRICKLE = { pieces: 5, pauseMs: 10 };
/** Whoever waits for an answer leaves without one after so long. */
const LONGEST_MS = 3_000;

/** Sends a request as far as its step, stalls, and leaves. */
export async function hangUp(url: string, one: HangUp): Promise<void> {
  const socket = openSocket(url);
  socket.setTimeout(LONGEST_MS, () => socket.destroy());
  const closed = once(socket, 'close');
  const answered = new Promise((resolve) => socket.once('data', resolve));
  await sendUpTo(socket, one);
  if (one.step === 'answer') await Promise.race([answered, closed]);
  else await Promise.race([sleep(one.afterMs), closed]);
  if (one.resets) socket.resetAndDestroy();
  else socket.destroy();
  await closed;
}

async function sendUpTo(socket: Socket, { step, ...request }: HangUp): Promise<void> {
  const { head, body } = textOf(request);
  if (step === 'nothing') {
    socket.write(head.slice(0, head.length / 2));
    return;
  }
  socket.write(head);
  if (step === 'half') socket.write(body.slice(0, body.length / 2));
  if (step === 'whole' || step === 'answer') socket.write(body);
  if (step !== 'trickle') return;
  for (let piece = 0; piece < Math.min(TRICKLE.pieces, body.length - 1); piece += 1) {
    socket.write(body.charAt(piece));
    await sleep(TRICKLE.pauseMs);
  }
}

/** As it goes over the wire. */
function textOf({ key, method, path, body, isChunked }: Omit<HangUp, 'step'>) {
  const length = Buffer.byteLength(body);
  const framing = isChunked ? 'transfer-encoding: chunked' : `content-length: ${length}`;
  const ofBody = body === '' ? [] : ['content-type: application/json', framing];
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'host: sello',
    `authorization: Bearer ${key}`,
    ...ofBody,
    '',
    '',
  ];
  const chunked = `${length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
  return { head: lines.join('\r\n'), body: body !== '' && isChunked ? chunked : body };
}
