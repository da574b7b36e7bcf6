import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Fields, FORM_LIMIT, fieldsFrom, MOST_NAMES } from './form.ts';
import { IncomingBytes } from './incoming-bytes.ts';

/** A file that a form brings, read while it comes: whoever does not read it has not received it. */
export interface PostedFile {
  /** As the browser says it. */
  readonly name: string;
  readonly pieces: AsyncIterable<Uint8Array>;
}

/** The body of a request with such a file. */
interface StreamedForm extends Fields {
  readonly file: PostedFile | null;
  /** Stops reading; what still comes is thrown away. */
  readonly leave: () => Promise<void>;
}

const HEAD_LIMIT = 4 * 1024;
const LINE_END = '\r\n';

/**
 * Has the pages of this app take forms with a file that is read while it comes. Until a page reads it nothing of the file
 * is in memory but what the network had ready, so that nobody who may not open the page sends anything large. Fields stand
 * before the file (RFC 7578); those behind one that was chosen are not read.
 */
export function acceptStreamedFiles(app: FastifyInstance): void {
  app.removeContentTypeParser('multipart/form-data');
  app.addContentTypeParser('multipart/form-data', (request: FastifyRequest, payload: Readable) =>
    streamedForm(payload, request.headers['content-type'] ?? ''),
  );
  app.addHook('onResponse', async ({ body }) => {
    if (isStreamed(body)) await body.leave();
  });
}

/** The file of a request; null where none was chosen. */
export function fileIn({ body }: Pick<FastifyRequest, 'body'>): PostedFile | null {
  return isStreamed(body) ? body.file : null;
}

function isStreamed(body: unknown): body is StreamedForm {
  return typeof body === 'object' && body !== null && 'file' in body && 'leave' in body;
}

/** The form of a request whose files are held: what is in one stands in its field as base64. */
export async function heldForm(payload: Readable, type: string, mostNames: number): Promise<Fields> {
  const { fields, leave } = await openedForm(payload, type, { mostNames, isHeld: true });
  await leave();
  return fields;
}

async function streamedForm(payload: Readable, type: string): Promise<StreamedForm> {
  const { fields, file, leave } = await openedForm(payload, type, { mostNames: MOST_NAMES, isHeld: false });
  return { ...fields, file, leave };
}

interface Reading {
  readonly mostNames: number;
  /** Whether files are read as fields are; else the first that was chosen is left to be read while it comes. */
  readonly isHeld: boolean;
}

async function openedForm(payload: Readable, type: string, reading: Reading) {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(type) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) throw unreadable();
  const bytes = new IncomingBytes(payload);
  const leave = () => bytes.leave();
  try {
    return { ...(await fieldsIn(bytes, `--${boundary}`, reading)), leave };
  } catch (error) {
    await leave();
    throw error;
  }
}

/** Reads fields until the form ends, or a chosen file begins that is not held. */
async function fieldsIn(bytes: IncomingBytes, delimiter: string, { mostNames, isHeld }: Reading) {
  const pairs: [string, string][] = [];
  let left = FORM_LIMIT;
  let leftOfHeads = FORM_LIMIT;
  await bytesBefore(bytes, delimiter, 0);
  while ((await bytesBefore(bytes, LINE_END, 2)).length === 0) {
    const head = await bytesBefore(bytes, `${LINE_END}${LINE_END}`, HEAD_LIMIT);
    const { name, fileName } = partOf(head.toString('utf8'));
    if (fileName !== null && fileName !== '' && !isHeld) {
      const pieces = piecesBefore(bytes, `${LINE_END}${delimiter}`);
      return { fields: fieldsFrom(pairs), file: { name: fileName, pieces } };
    }
    const value = await bytesBefore(bytes, `${LINE_END}${delimiter}`, left, tooLarge);
    left -= value.length;
    leftOfHeads -= head.length;
    if (leftOfHeads < 0 || pairs.length >= mostNames) throw tooLarge();
    if (fileName === null || isHeld)
      pairs.push([name, value.toString(fileName === null ? 'utf8' : 'base64')]);
  }
  return { fields: fieldsFrom(pairs), file: null };
}

/** The bytes before a mark, `most` at the most; what is thrown where they are more is the caller's to say. */
async function bytesBefore(
  bytes: IncomingBytes,
  mark: string,
  most: number,
  excess: () => Error = unreadable,
): Promise<Buffer> {
  const found = await bytes.before(Buffer.from(mark), most);
  if (typeof found === 'string') throw found === 'ended' ? unreadable() : excess();
  return found;
}

async function* piecesBefore(bytes: IncomingBytes, mark: string): AsyncGenerator<Uint8Array> {
  if (!(yield* bytes.pieces(Buffer.from(mark)))) throw unreadable();
}

/** Browsers write a quotation mark and the ends of lines in a name as `%22`, `%0D` and `%0A`. */
function partOf(head: string): { readonly name: string; readonly fileName: string | null } {
  const disposition = /^content-disposition:\s*form-data(.*)$/im.exec(head)?.[1];
  const [, name] = /;\s*name="([^"]*)"/i.exec(disposition ?? '') ?? [];
  if (name === undefined) throw unreadable();
  const [, fileName = null] = /;\s*filename="([^"]*)"/i.exec(disposition ?? '') ?? [];
  return { name, fileName };
}

/** Too many bytes, or too many names. */
export function tooLarge(): Error {
  return Object.assign(new Error('the form is too large'), { code: 'FST_ERR_CTP_BODY_TOO_LARGE' });
}

function unreadable(): Error {
  return Object.assign(new Error('the form cannot be read'), { code: 'FST_ERR_CTP_INVALID_MEDIA_TYPE' });
}
