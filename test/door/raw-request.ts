import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** What a server said to raw bytes, as far as it is HTTP. */
export interface RawAnswer {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Opens a connection whose errors are expected: whoever abuses a server is hung up on. */
export function openSocket(url: string): Socket {
  const { port, hostname } = new URL(url);
  return connect(Number(port), hostname).on('error', () => undefined);
}

/** Sends bytes and reads until the server hangs up or says nothing for a while. */
export async function sayRaw(url: string, bytes: string, quietMs = 5_000): Promise<string> {
  const socket = openSocket(url);
  socket.setTimeout(quietMs, () => socket.destroy());
  socket.write(bytes, 'latin1');
  let text = '';
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString('utf8');
  });
  await once(socket, 'close');
  return text;
}

/** All responses in a stream of them, each with as many bytes of body as it announces. */
export function answersIn(text: string): readonly RawAnswer[] {
  const answers: RawAnswer[] = [];
  for (let rest = text; rest !== ''; ) {
    const end = rest.indexOf('\r\n\r\n');
    const [line = '', ...lines] = rest.slice(0, end).split('\r\n');
    const headers = Object.fromEntries(lines.map(readHeader));
    const length = Number(headers['content-length'] ?? 0);
    answers.push({
      status: Number(/^HTTP\/1\.1 (\d{3}) /.exec(line)?.[1]),
      headers,
      body: rest.slice(end + 4, end + 4 + length),
    });
    rest = end < 0 ? '' : rest.slice(end + 4 + length);
  }
  return answers;
}

function readHeader(line: string): readonly [string, string] {
  const colon = line.indexOf(':');
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
}
