import type { FastifyReply } from 'fastify';

/** An answer that goes on: server-sent events, of which each replaces a part of the page. */
export interface LiveStream {
  /** Sends markup; nothing once the browser has gone. */
  send(markup: string): void;
  /** Called once, when the browser has gone or the stream was ended. */
  onEnd(forget: () => void): void;
}

/** The streams of a node. */
export interface LiveStreams {
  /** Begins one for a user; null where there are too many, of this user or altogether. */
  open(reply: FastifyReply, userId: string): LiveStream | null;
  /** Ends all of them, so that a node that is told to end need not wait for them; browsers come back elsewhere. */
  endAll(): void;
}

/** A stream costs a connection and a timer of its company; whoever gets none asks again and again instead. */
const MOST = 500;
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
  const open = new Map<() => void, string>();
  return {
    open(reply, userId) {
      const own = [...open.values()].filter((one) => one === userId).length;
      if (open.size >= MOST || own >= MOST_OF_USER) return null;
      const raw = takeOver(reply);
      const { send, end } = streamOn(raw, times);
      open.set(end, userId);
      raw.once('close', () => open.delete(end));
      return { send, onEnd: (forget) => void raw.once('close', forget) };
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
    clearInterval(beating);
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
  const send = (markup: string): void => {
    if (raw.writableNeedDrain) skipped = eventOf(markup);
    else write(eventOf(markup));
  };
  return { send, end };
}

function eventOf(markup: string): string {
  const lines = markup.split(/\r\n|\r|\n/).map((line) => `data: ${line}`);
  return `${lines.join('\n')}\n\n`;
}
