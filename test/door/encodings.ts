/** A secret in one of the ways in which it could stand in a log, a file or a table. */
export interface Encoded {
  readonly encoding: string;
  readonly bytes: Buffer;
}

/** What a secret looks like, plain and in the encodings that programs put texts and bytes into. */
export function encodingsOf(secret: Buffer): readonly Encoded[] {
  const text = secret.toString('utf8');
  const hex = secret.toString('hex');
  const percent = hex.replace(/../g, '%$&');
  const encoded: readonly (readonly [string, string | Buffer])[] = [
    ['plain', secret],
    ['hex', hex],
    ['hex in capitals', hex.toUpperCase()],
    ['every byte percent-encoded', percent],
    ['every byte percent-encoded in capitals', percent.toUpperCase()],
    ['reversed', Buffer.from(secret.toReversed())],
    ['UTF-16', Buffer.from(text, 'utf16le')],
    ['UTF-8 taken for Latin-1', secret.toString('latin1')],
    ...(Buffer.from(text, 'utf8').equals(secret) ? textEncodings(text) : []),
    ...[0, 1, 2].flatMap((shift) => base64Encodings(secret, shift)),
  ];
  return encoded.map(([encoding, form]) => ({ encoding, bytes: Buffer.from(form) }));
}

function textEncodings(text: string): readonly (readonly [string, string])[] {
  return [
    ['percent-encoded', encodeURIComponent(text)],
    ['JSON', JSON.stringify(text).slice(1, -1)],
    ['JSON twice', JSON.stringify(JSON.stringify(text)).slice(3, -3)],
  ];
}

/** The characters that are the same whatever stands before and behind the secret, when `shift` bytes do so. */
function base64Encodings(secret: Buffer, shift: number): readonly (readonly [string, string])[] {
  const shifted = Buffer.concat([Buffer.alloc(shift), secret]);
  const first = Math.ceil((shift * 8) / 6);
  const behindLast = Math.floor((shifted.length * 8) / 6);
  const base64 = shifted.toString('base64').slice(first, behindLast);
  return [
    [`base64 behind ${shift} bytes`, base64],
    [`base64url behind ${shift} bytes`, base64.replaceAll('+', '-').replaceAll('/', '_')],
  ];
}

/** A secret with a name by which a test may speak of it. */
export interface Canary {
  readonly name: string;
  readonly secret: Buffer;
}

/** Where which secrets stand, and how; never the secrets. */
export function leaksIn(place: string, content: Buffer, canaries: readonly Canary[]): readonly string[] {
  return canaries.flatMap(({ name, secret }) =>
    encodingsOf(secret)
      .filter(({ bytes }) => content.includes(bytes))
      .map(({ encoding }) => `${name} in ${place}: ${encoding}`),
  );
}
