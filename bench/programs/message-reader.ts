/**
 * Reads HTTP/1.1 messages off a connection, requests and answers alike, as long as each states its length; what the
 * bench's own programs and Sello send does. It costs a fraction of a full HTTP library, so that the programs around the
 * service take little of the processor that they measure.
 */
export interface Message {
  /** The request line or the status line. */
  readonly start: string;
  readonly head: string;
  readonly body: Buffer;
}

const HEAD_END = Buffer.from('\r\n\r\n');
const NOTHING = Buffer.alloc(0);

/** Feeds on chunks; tells of every complete message in their order. Throws where a message states no length. */
export function createMessageReader(onMessage: (message: Message) => void): (chunk: Buffer) => void {
  let rest: Buffer = NOTHING;
  return (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    for (;;) {
      const headEnd = rest.indexOf(HEAD_END);
      if (headEnd < 0) return;
      const head = rest.toString('latin1', 0, headEnd);
      const bodyEnd = headEnd + HEAD_END.length + lengthIn(head);
      if (rest.length < bodyEnd) return;
      const body = rest.subarray(headEnd + HEAD_END.length, bodyEnd);
      rest = rest.subarray(bodyEnd);
      onMessage({ start: head.slice(0, head.indexOf('\r\n')), head, body });
    }
  };
}

function lengthIn(head: string): number {
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  if (length !== undefined) return Number(length);
  if (/^(GET|HEAD|DELETE) |^HTTP\/1\.1 (204|304)/.test(head)) return 0;
  throw new Error(`a message without a length: ${head.slice(0, 200)}`);
}
