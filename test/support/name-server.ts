import { createSocket } from 'node:dgram';

export interface NameServer {
  /** Address and port, as `Resolver.setServers` takes them. */
  readonly address: string;
  /** The names that were asked for, each as often as it was. */
  readonly asked: readonly string[];
  close(): Promise<void>;
}

const [NO_ERROR, NO_SUCH_NAME] = [0, 3];
const IPV4 = 1;
/** A pointer to the question's name (RFC 1035, section 4.1.4), type A, class IN, ten seconds, four bytes. */
const ANSWER_HEAD = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 10, 0, 4]);
const HEAD_BYTES = 12;

/** A name server on the loopback interface that knows these names with one IPv4 address each, or that never answers. */
export async function startNameServer(
  known: Readonly<Record<string, string>> | 'silent',
): Promise<NameServer> {
  const socket = createSocket('udp4');
  const asked: string[] = [];
  socket.on('message', (message, { port, address }) => {
    const { name, type, end } = questionIn(message);
    asked.push(name);
    if (known !== 'silent') socket.send(answerTo(message.subarray(0, end), known[name], type), port, address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return {
    address: `127.0.0.1:${socket.address().port}`,
    asked,
    close: () => new Promise((resolve) => void socket.close(() => resolve())),
  };
}

function questionIn(message: Buffer) {
  const labels: string[] = [];
  let at = HEAD_BYTES;
  for (let length = message.readUInt8(at); length > 0; length = message.readUInt8(at)) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.'), type: message.readUInt16BE(at + 1), end: at + 5 };
}

function answerTo(question: Buffer, address: string | undefined, type: number): Buffer {
  const isFound = address !== undefined && type === IPV4;
  const answer = Buffer.concat(
    isFound ? [question, ANSWER_HEAD, Buffer.from(address.split('.').map(Number))] : [question],
  );
  // A response to a recursive query; one answer or none, and no further records.
  answer.writeUInt16BE(0x8180 | (address === undefined ? NO_SUCH_NAME : NO_ERROR), 2);
  answer.writeUInt16BE(isFound ? 1 : 0, 6);
  answer.fill(0, 8, HEAD_BYTES);
  return answer;
}
