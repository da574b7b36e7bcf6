import type { FastifyReply } from 'fastify';
import type { Markup } from './html.ts';

/** An answer that goes on: server-sent events, of which each replaces a part of the page. */
export interface LiveStream {
  /** Sends what `liveEvent` made; nothing once the browser has gone. */
  send(event: string): void;
  /** Ends it; the browser asks for another where it may. */
  end(): void;
  /** Each is called once, when the browser has gone or the stream was ended. */
  onEnd(forget: () => void): void;
}

export interface StreamOwner {
  readonly userId: string;
  readonly companyId: string;
}

/** The streams of a node. */
export interface LiveStreams {
  /** Begins one for a user; null where there are too many, of this user, of the company or altogether, and for one that has gone. */
  open(reply: FastifyReply, who: StreamOwner): LiveStream | null;
  /** Ends all of them, so that a node that is told to end need not wait for them; browsers come back elsewhere. */
  endAll(): void;
}

/** A stream costs a connection and a timer of its company; whoever gets none asks again and again instead. */
const MOST = 500;
/** Other companies have a share, too. */
const MOST_OF_COMPANY = 200;
/** One for each window that somebody may have open. */
const MOST_OF_USER = 6;

export interface LiveTimes {
  /** A stream is judged anew as often: the session may have ended, or the role have changed. */
  readonly lifetimeMs: number;
  /** More often than proxies cut silent connections. Whoever has taken nothing from one to the next is cut off. */
  readonly heartbeatMs: number;
  /** How long a reader may take for what is left when a stream ends. */
  readonly endingMs: number;
}

const TIMES: LiveTimes = { lifetimeMs: 5 * 60_000, heartbeatMs: 20_000, endingMs: 1_000 };

export function createLiveStreams(times = TIMES): LiveStreams {
  /** Who each is for. */
  const open = new Map<() => void, StreamOwner>();
  return {
    open(reply, who) {
      const count = (name: keyof StreamOwner) =>
        [...open.values()].filter((one) => one[name] === who[name]).length;
      const isFull =
        open.size >= MOST || count('companyId') >= MOST_OF_COMPANY || count('userId') >= MOST_OF_USER;
      // Nothing is heard any more of a browser that has gone before.
      if (isFull || reply.raw.closed) return null;
      const raw = takeOver(reply);
      const { send, end } = streamOn(raw, times);
      open.set(end, who);
      raw.once('close', () => open.delete(end));
      return { send, end, onEnd: (forget) => void raw.once('close', forget) };
    },
    endAll() {
      for (const end of [...open.keys()]) end();
    },
  };
}

/** From here on the framework looks after nothing: neither errors of the connection nor its end. */
function takeOver(reply: FastifyReply): FastifyReply['raw'] {
  reply.type('text/event-stream; charset=utf-8');
  const headers = reply.getHeaders();
  const { raw } = reply.hijack();
  // A connection that breaks is closed after, and whatever hangs on it is given back then.
  raw.on('error', () => undefined);
  // Proxies that gather answers before they pass them on leave this one alone.
  for (const [name, value] of Object.entries({ ...headers, 'x-accel-buffering': 'no' }))
    if (value !== undefined) raw.setHeader(name, value);
  raw.writeHead(200);
  return raw;
}

function streamOn(raw: FastifyReply['raw'], { lifetimeMs, heartbeatMs, endingMs }: LiveTimes) {
  /** The newest of what came while the reader took nothing. */
  let skipped: string | null = null;
  let isStalled = false;
  const write = (text: string): void => void (raw.writableEnded || raw.write(text));
  const beat = (): void => {
    if (isStalled && raw.writableNeedDrain) raw.destroy();
    isStalled = raw.writableNeedDrain;
    if (!isStalled) write(':\n\n');
  };
  const end = (): void => {
    if (raw.writableEnded) return;
    clearInterval(beating);
    clearTimeout(ending);
    raw.end();
    ending = setTimeout(() => raw.destroy(), endingMs);
  };
  const beating = setInterval(beat, heartbeatMs);
  let ending = setTimeout(end, lifetimeMs);
  raw.on('drain', () => {
    if (skipped !== null) write(skipped);
    skipped = null;
  });
  raw.once('close', () => {
    clearInterval(beating);
    clearTimeout(ending);
  });
  write('retry: 2000\n\n');
  const send = (event: string): void => {
    if (raw.writableNeedDrain) skipped = event;
    else write(event);
  };
  return { send, end };
}

/** Markup that replaces a part of a page, as all streams send it that show the same. */
export function liveEvent({ text }: Markup): string {
  const lines = text.split(/\r\n|\r|\n/).map((line) => `data: ${line}`);
  return `${lines.join('\n')}\n\n`;
}
