import { type AddressInfo, connect } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { multipart, type PostedForm } from '../../test/support/multipart.ts';
import { until } from '../../test/support/until.ts';
import { FORM_LIMIT, isFields } from './form.ts';
import { acceptStreamedFiles, fileIn } from './upload.ts';

const app: FastifyInstance = fastify();
/** Bytes of the files that were read. */
const seen: string[] = [];

beforeAll(async () => {
  acceptStreamedFiles(app);
  app.post('/read', async (request) => {
    const file = fileIn(request);
    const parts: Buffer[] = [];
    if (file !== null) for await (const piece of file.pieces) parts.push(Buffer.from(piece));
    seen.push(Buffer.concat(parts).toString('latin1'));
    const { body } = request;
    return { name: file?.name ?? null, fields: isFields(body) ? body.entries : null };
  });
  app.post('/ignore', async (request) => ({ name: fileIn(request)?.name ?? null }));
  app.post('/begin', async (request) => {
    for await (const piece of fileIn(request)?.pieces ?? []) return { first: piece.length > 0 };
    return {};
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => app.close());

async function posted(path: string, fields: Parameters<typeof multipart>[0]) {
  const { type, body } = multipart(fields);
  const response = await app.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': type },
    payload: body,
  });
  return { status: response.statusCode, answer: response.json() };
}

/** Posts a form in pieces of so many bytes, as often as told over one connection; answers what came back. */
async function inPieces(path: string, { type, body }: PostedForm, step: number, times = 1): Promise<string> {
  const { port }: Pick<AddressInfo, 'port'> = Object(app.server.address());
  const socket = connect(port, '127.0.0.1').setNoDelay(true);
  let answer = '';
  socket.on('data', (data) => {
    answer += data.toString();
  });
  const head = `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: ${type}\r\ncontent-length: ${body.length}\r\n\r\n`;
  for (let turn = 0; turn < times; turn += 1) {
    socket.write(head);
    for (let at = 0; at < body.length; at += step) {
      socket.write(body.subarray(at, at + step));
      await new Promise(setImmediate);
    }
  }
  const isAnswered = async () => answer.split('HTTP/1.1 ').length > times && answer.endsWith('}');
  await until(isAnswered, 'all answers', 20_000);
  socket.destroy();
  return answer;
}

describe('a form with a file', () => {
  const bytes = Buffer.from('una;fila\r\n\r\n--no-es-el-fin\r\n--\x00\xff', 'latin1');

  it('has its fields, and the file is read byte by byte as it was sent', async () => {
    const { answer } = await posted('/read', {
      mes: '2026-11',
      nota: 'ñ "&=',
      archivo: { name: 'ñ.csv', bytes },
    });
    expect(answer).toEqual({
      name: 'ñ.csv',
      fields: [
        ['mes', '2026-11'],
        ['nota', 'ñ "&='],
      ],
    });
    expect(seen.at(-1)).toBe(bytes.toString('latin1'));
  });

  it.each([1, 3, 17])('is the same where it comes in pieces of %i bytes', async (step) => {
    const form = multipart({ mes: '2026-11', archivo: { name: 'a.csv', bytes } });
    expect(await inPieces('/read', form, step)).toContain('"name":"a.csv"');
    expect(seen.at(-1)).toBe(bytes.toString('latin1'));
  });

  it('is larger than anything that is held of it', async () => {
    const large = Buffer.alloc(3_000_000, 'línea;1.00\r\n', 'latin1');
    await posted('/read', { archivo: { name: 'a.csv', bytes: large } });
    expect(seen.at(-1)?.length).toBe(large.length);
  });

  it('has the fields behind a file that nobody chose', async () => {
    const { answer } = await posted('/read', { archivo: { name: '', bytes: Buffer.from('') }, texto: 'a;b' });
    expect(answer).toEqual({ name: null, fields: [['texto', 'a;b']] });
  });

  it('leaves the connection to the next request where nobody reads the file', async () => {
    const form = multipart({ archivo: { name: 'a.csv', bytes: Buffer.alloc(900_000, 'x') } });
    for (const path of ['/ignore', '/begin'])
      expect((await inPieces(path, form, 60_000, 3)).match(/HTTP\/1\.1 200/g)).toHaveLength(3);
  });

  it('is refused where it is none, or its fields are too large', async () => {
    const send = async (payload: string, type = 'multipart/form-data; boundary=x') =>
      (await app.inject({ method: 'POST', url: '/read', headers: { 'content-type': type }, payload })).json()
        .code;
    const part = (head: string) => `--x\r\n${head}\r\n\r\nvalor\r\n--x--\r\n`;
    expect(await send(part('Content-Disposition: form-data; name="a"'))).toBe(undefined);
    for (const broken of [
      '',
      '--y',
      '--x\r\n',
      part('Content-Type: text/plain'),
      part(`Content-Disposition: form-data; name="${'a'.repeat(5_000)}"`),
      part('Content-Disposition: form-data; name="a"').slice(0, -8),
      '--x\r\nContent-Disposition: form-data; name="a"; filename="b"\r\n\r\nsin fin',
    ])
      expect([broken.slice(0, 60), await send(broken)]).toEqual([
        broken.slice(0, 60),
        'FST_ERR_CTP_INVALID_MEDIA_TYPE',
      ]);
    expect(await send('x', 'multipart/form-data')).toBe('FST_ERR_CTP_INVALID_MEDIA_TYPE');
    const long = `--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n${'v'.repeat(300_000)}\r\n--x--\r\n`;
    expect(await send(long)).toBe('FST_ERR_CTP_BODY_TOO_LARGE');
    const parts = (values: readonly string[]) =>
      `${values.map((value) => `--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n${value}\r\n`).join('')}--x--\r\n`;
    // The limit is one of bytes, of all fields together, however little the last of them has left.
    expect(await send(parts(['v'.repeat(FORM_LIMIT - 10), 'v'.repeat(10)]))).toBe(undefined);
    for (const values of [
      ['v'.repeat(FORM_LIMIT - 10), 'v'.repeat(11)],
      ['ñ'.repeat(FORM_LIMIT / 2), 'v'],
    ])
      expect(await send(parts(values))).toBe('FST_ERR_CTP_BODY_TOO_LARGE');
  });
});
