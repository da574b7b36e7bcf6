import type { Socket } from 'node:net';
import { startRawServer } from '../loopback/raw-server.ts';

/** What a stand-in says of itself. */
export interface TimelineState {
  /** Null as a standby says it. */
  readonly timeline: string | null;
  /** Milliseconds until it answers; null where it takes what comes and answers nothing. */
  readonly afterMs: number | null;
}

/** Speaks as much of PostgreSQL's protocol as tells a timeline, to every question whatsoever. */
export interface TimelineServer {
  /** As an address names it. */
  readonly host: string;
  become(state: Partial<TimelineState>): void;
  /** How many are connected to it. */
  sessions(): number;
  close(): Promise<void>;
}

export async function timelineServer(timeline: string | null): Promise<TimelineServer> {
  let state: TimelineState = { timeline, afterMs: 0 };
  const greeted = new WeakSet<Socket>();
  const server = await startRawServer({
    onText(socket, message) {
      // The first message has no letter before its length.
      const isGreeting = !greeted.has(socket);
      greeted.add(socket);
      if (!isGreeting && !message.startsWith('Q')) return void socket.end();
      const answer = isGreeting ? GREETING : rowOf(state.timeline);
      const { afterMs } = state;
      if (afterMs !== null) setTimeout(() => socket.write(answer), afterMs);
    },
  });
  return {
    host: `127.0.0.1:${server.port}`,
    become(changes) {
      state = { ...state, ...changes };
    },
    sessions: server.open,
    close: server.close,
  };
}

const TEXT_TYPE = 25;

function messageOf(letter: string, content: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(letter);
  head.writeInt32BE(content.length + 4, 1);
  return Buffer.concat([head, content]);
}

const READY = messageOf('Z', Buffer.from('I'));
const GREETING = Buffer.concat([messageOf('R', Buffer.alloc(4)), READY]);

function rowOf(timeline: string | null): Buffer {
  const about = Buffer.alloc(18);
  about.writeInt32BE(TEXT_TYPE, 6);
  const one = Buffer.from([0, 1]);
  const value = Buffer.from(timeline ?? '');
  const length = Buffer.alloc(4);
  length.writeInt32BE(timeline === null ? -1 : value.length);
  return Buffer.concat([
    messageOf('T', Buffer.concat([one, Buffer.from('timeline\0'), about])),
    messageOf('D', Buffer.concat([one, length, value])),
    messageOf('C', Buffer.from('SELECT 1\0')),
    READY,
  ]);
}
