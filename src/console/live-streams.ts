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
/** A stream is judged anew as often: the session may have ended, or the role have changed. */
const LIFETIME_MS = 5 * 60_000;
/** More often than proxies cut silent connections. */
const HEARTBEAT_MS = 20_000;

export function createLiveStreams(): LiveStreams {
  /** Who each is for. */
  const open = new Map<() => void, string>();
  return {
    open(reply, userId) {
      const own = [...open.values()].filter((one) => one === userId).length;
      if (open.size >= MOST || own >= MOST_OF_USER) return null;
      const { stream, end, ended } = begin(reply);
      open.set(end, userId);
      ended.push(() => open.delete(end));
      return stream;
    },
    endAll() {
      for (const end of [...open.keys()]) end();
    },
  };
}

function begin(reply: FastifyReply) {
  const ended: (() => void)[] = [];
  reply.type('text/event-stream; charset=utf-8');
  const headers = reply.getHeaders();
  const { raw } = reply.hijack();
  const end = (): void => void raw.end();
  const timers = [setInterval(() => raw.write(':\n\n'), HEARTBEAT_MS), setTimeout(end, LIFETIME_MS)];
  // Proxies that gather answers before they pass them on leave this one alone.
  for (const [name, value] of Object.entries({ ...headers, 'x-accel-buffering': 'no' }))
    if (value !== undefined) raw.setHeader(name, value);
  raw.writeHead(200);
  raw.write('retry: 2000\n\n');
  raw.once('close', () => {
    for (const timer of timers) clearTimeout(timer);
    for (const forget of ended) forget();
  });
  const stream: LiveStream = {
    send: (markup) => void (raw.writable && raw.write(eventOf(markup))),
    onEnd: (forget) => void ended.push(forget),
  };
  return { stream, end, ended };
}

function eventOf(markup: string): string {
  const lines = markup.split(/\r\n|\r|\n/).map((line) => `data: ${line}`);
  return `${lines.join('\n')}\n\n`;
}
