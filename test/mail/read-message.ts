/** A message taken apart, by a reader that shares nothing with the writer. */
export interface ReadMessage {
  /** Unfolded and decoded, by lower-case name. */
  readonly headers: ReadonlyMap<string, string>;
  /** The parts without parts of their own. */
  readonly parts: readonly MessagePart[];
}

export interface MessagePart {
  readonly type: string;
  readonly filename: string | null;
  readonly bytes: Buffer;
}

/** Reads a message (RFC 5322, 2045, 2047) that came as Latin-1. */
export function readMessage(source: string): ReadMessage {
  const { headers } = splitEntity(source);
  return {
    headers: new Map([...headers].map(([name, value]) => [name, decodedWords(value)])),
    parts: partsOf(source),
  };
}

/** The text of the first part of a type. */
export function textOf(message: ReadMessage, type: string): string {
  return message.parts.find((part) => part.type === type)?.bytes.toString('utf8') ?? '';
}

function splitEntity(source: string) {
  const end = source.indexOf('\r\n\r\n');
  const head = source.slice(0, end).replaceAll(/\r\n[ \t]+/g, ' ');
  const headers = new Map(
    head.split('\r\n').map((line): [string, string] => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  return { headers, body: source.slice(end + 4) };
}

function partsOf(source: string): readonly MessagePart[] {
  const { headers, body } = splitEntity(source);
  const type = headers.get('content-type') ?? 'text/plain';
  const boundary = /boundary="([^"]+)"/.exec(type)?.[1];
  if (boundary !== undefined)
    return `\r\n${body}`
      .split(`\r\n--${boundary}`)
      .slice(1, -1)
      .flatMap((part) => partsOf(part.slice(2)));
  const disposition = headers.get('content-disposition') ?? '';
  return [
    {
      type: type.split(';')[0] ?? '',
      filename: /filename="?([^";]+)"?/.exec(disposition)?.[1] ?? null,
      bytes: decodedBody(body, headers.get('content-transfer-encoding') ?? ''),
    },
  ];
}

function decodedBody(body: string, encoding: string): Buffer {
  if (encoding === 'base64') return Buffer.from(body, 'base64');
  return Buffer.from(
    encoding === 'quoted-printable' ? unquoted(body.replaceAll('=\r\n', '')) : body,
    'latin1',
  );
}

function unquoted(text: string): string {
  return text.replaceAll(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
}

function decodedWords(value: string): string {
  return value
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?UTF-8\?([QB])\?([^?]*)\?=/gi, (_, form, text) =>
      form.toUpperCase() === 'B'
        ? Buffer.from(text, 'base64').toString('utf8')
        : Buffer.from(unquoted(text.replaceAll('_', ' ')), 'latin1').toString('utf8'),
    );
}
