import { createServer as createTlsServer } from 'node:https';
import { gzipSync } from 'node:zlib';
import { generate } from 'selfsigned';
import { afterEach, describe, expect, it } from 'vitest';
import { portOf, type Respond, startHttpServer } from '../../test/loopback/http-server.ts';
import { type RawBehaviour, startRawServer } from '../../test/loopback/raw-server.ts';
import { present } from '../../test/support/storage-bench.ts';
import { systemLookups } from '../../test/support/system-lookups.ts';
import { parseBaseUrl } from './base-url.ts';
import { createShares, createWire, type Shares, type WireOutcome, within } from './wire.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function postTo(url: string, timeoutMs: number, body = '{"documento":"x"}'): Promise<WireOutcome> {
  const wire = createWire(parseBaseUrl(url, 'url'), timeoutMs || 1_000);
  closers.push(wire.close);
  return wire.post({ path: '/fesv/recepciondte', headers: {}, body, timeoutMs });
}

async function postToHttp(respond: Respond, timeoutMs = 2_000): Promise<WireOutcome> {
  const server = await startHttpServer(respond);
  closers.push(server.close);
  return postTo(server.url, timeoutMs);
}

async function postToRaw(behaviour: RawBehaviour, timeoutMs = 2_000): Promise<WireOutcome> {
  const server = await startRawServer(behaviour);
  closers.push(server.close);
  return postTo(server.url, timeoutMs);
}

/** Sends the text once the request's body has arrived, then closes. */
function answering(text: string): RawBehaviour {
  return { onText: (socket, received) => received.includes('"documento"') && socket.end(text) };
}

async function unusedPort(): Promise<number> {
  const server = await startRawServer({});
  await server.close();
  return server.port;
}

describe('a request that is answered', () => {
  it('has its name looked up together with those of the others', async () => {
    const server = await startHttpServer((_, response) => void response.end());
    const wire = createWire(parseBaseUrl(server.url.replace('127.0.0.1', 'localhost'), 'url'), 1_000);
    closers.push(server.close, wire.close);
    const request = { path: '/', headers: {}, body: '', timeoutMs: 2_000 };
    const asked = await systemLookups(async () => {
      const outcomes = await Promise.all(Array.from({ length: 20 }, () => wire.post(request)));
      expect(new Set(outcomes.map(({ kind }) => kind))).toEqual(new Set(['answered']));
    });
    expect(asked).toEqual(['localhost']);
  });

  it('tells how the answer is dated, where it says so', async () => {
    const dates: number[] = [];
    const posted = async (date: string | null) => {
      const server = await startHttpServer((_, response) => {
        response.sendDate = false;
        response.writeHead(200, date === null ? {} : { date }).end();
      });
      const wire = createWire(parseBaseUrl(server.url, 'url'), 1_000, (dateMs) => void dates.push(dateMs));
      closers.push(server.close, wire.close);
      return wire.post({ path: '/', headers: {}, body: '', timeoutMs: 2_000 });
    };
    for (const date of ['Sun, 22 Nov 2026 23:59:58 GMT', 'yesterday', null])
      expect(await posted(date)).toMatchObject({ kind: 'answered' });
    expect(dates).toEqual([Date.UTC(2026, 10, 22, 23, 59, 58)]);
  });

  it('brings status and body, and sent exactly its bytes, asking for no compression', async () => {
    const server = await startHttpServer((_, response) => {
      response.writeHead(400).end('{"estado":"RECHAZADO"}');
    });
    closers.push(server.close);
    const outcome = await postTo(`${server.url}/prefijo/`, 2_000, '{"ñ":1}');
    expect(outcome).toEqual({ kind: 'answered', status: 400, body: Buffer.from('{"estado":"RECHAZADO"}') });
    expect(server.requests).toMatchObject([
      {
        method: 'POST',
        path: '/prefijo/fesv/recepciondte',
        body: '{"ñ":1}',
        headers: { 'content-length': '8' },
      },
    ]);
    expect(server.requests[0]?.headers['accept-encoding']).toBe('identity');
  });

  it('brings a redirect as it is and asks nobody else', async () => {
    const elsewhere = await startHttpServer((_, response) => void response.end('{}'));
    closers.push(elsewhere.close);
    for (const status of [301, 302, 303, 307, 308]) {
      const outcome = await postToHttp((_, response) => {
        response.writeHead(status, { location: elsewhere.url }).end();
      });
      expect(outcome).toMatchObject({ kind: 'answered', status });
    }
    expect(elsewhere.requests).toEqual([]);
  });

  it('accepts a body of exactly 1 MB, and no byte more', async () => {
    const outcome = await postToHttp((_, response) => void response.end('x'.repeat(1_048_576)));
    expect(outcome.kind).toBe('answered');
    const beyond = await postToHttp((_, response) => void response.end('x'.repeat(1_048_577)));
    expect(beyond).toMatchObject({ kind: 'broken', reason: 'an answer larger than 1 MB' });
  });
});

describe('a request whose answer is no answer', () => {
  it.each([
    ['an empty reply', ''],
    ['no HTTP at all', 'SSH-2.0-OpenSSH\r\n'],
    ['a status line alone', 'HTTP/1.1 200 OK\r\n'],
    ['a bad status', 'HTTP/1.1 abc OK\r\n\r\n'],
    ['fewer bytes than announced', 'HTTP/1.1 200 OK\r\ncontent-length: 50\r\n\r\n{"estado":"PROCESADO"}'],
    ['a chunk cut off', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nff\r\n{"estado"'],
    ['a chunk of bad size', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n'],
    ['two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 9\r\n\r\n{}'],
    ['a header with NUL', 'HTTP/1.1 200 OK\r\nx: a\0b\r\ncontent-length: 2\r\n\r\n{}'],
    ['a huge header', `HTTP/1.1 200 OK\r\nx: ${'a'.repeat(40_000)}\r\n\r\n{}`],
    ['a flood of headers', `HTTP/1.1 200 OK\r\n${'x: aaaaaaaaaaaaaaaaaaaa\r\n'.repeat(4_000)}\r\n{}`],
  ])('%s is broken', async (_, text) => {
    expect(await postToRaw(answering(text))).toMatchObject({ kind: 'broken' });
  });

  it('a reset after the body arrived is broken', async () => {
    const outcome = await postToRaw({ onText: (socket) => void socket.resetAndDestroy() });
    expect(outcome).toMatchObject({ kind: 'broken', status: null });
  });

  it('keeps what came before the answer broke off', async () => {
    const text = 'HTTP/1.1 200 OK\r\ncontent-length: 50\r\n\r\n{"estado":';
    const outcome = await postToRaw(answering(text));
    expect(outcome).toMatchObject({ kind: 'broken', status: 200, body: Buffer.from('{"estado":') });
  });

  it.each(['gzip', 'br', 'deflate', 'x-unknown', 'identity, gzip'])(
    '%s is not unpacked',
    async (encoding) => {
      const outcome = await postToHttp((_, response) => {
        response.writeHead(200, { 'content-encoding': encoding }).end(gzipSync('x'.repeat(50_000_000)));
      });
      expect(outcome).toMatchObject({ kind: 'broken', reason: 'a compressed answer', status: 200 });
    },
  );

  it('stops reading after 1 MB of an endless body', async () => {
    const outcome = await postToHttp((_, response) => {
      const pour = (): void => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
      };
      response.on('drain', pour);
      pour();
    });
    expect(outcome).toMatchObject({ kind: 'broken', reason: 'an answer larger than 1 MB' });
  });
});

describe('the deadline', () => {
  const drip = (text: string): RawBehaviour => ({
    onOpen: (socket) => {
      const timer = setInterval(() => socket.write(text), 20);
      socket.on('close', () => clearInterval(timer));
      socket.write('HTTP/1.1 200 OK\r\n');
    },
  });

  it.each([
    ['silence', {}],
    ['headers that never end', drip('x-more: 1\r\n')],
    ['interim responses without end', drip('\r\nHTTP/1.1 100 Continue\r\n')],
    [
      'a body that drips',
      { ...drip('1\r\nx\r\n'), onText: (socket) => void socket.write('transfer-encoding: chunked\r\n\r\n') },
    ],
  ] satisfies [string, RawBehaviour][])('bounds %s', async (_, behaviour) => {
    const startedMs = performance.now();
    const outcome = await postToRaw(behaviour, 250);
    const tookMs = performance.now() - startedMs;
    expect(outcome.kind).toBe('broken');
    expect(tookMs).toBeLessThan(450);
  });

  it('is honoured when it is small', async () => {
    const startedMs = performance.now();
    expect(await postToRaw({}, 40)).toMatchObject({ kind: 'broken', reason: 'time-out' });
    expect(performance.now() - startedMs).toBeGreaterThan(35);
    expect(performance.now() - startedMs).toBeLessThan(240);
  });

  it('that is already over sends nothing', async () => {
    const server = await startRawServer({});
    closers.push(server.close);
    expect(await postTo(server.url, 0)).toEqual({ kind: 'unsent', reason: 'no time left' });
    expect(server.connections()).toBe(0);
  });
});

describe('a request that was certainly not sent', () => {
  it('to a closed port', async () => {
    const outcome = await postTo(`http://127.0.0.1:${await unusedPort()}`, 2_000);
    expect(outcome).toEqual({ kind: 'unsent', reason: 'ECONNREFUSED' });
  });

  it('to a name that does not exist', async () => {
    const outcome = await postTo('https://authority.invalid', 2_000);
    expect(outcome).toMatchObject({ kind: 'unsent' });
  });

  it('to a port that speaks no TLS', async () => {
    const server = await startRawServer({
      onText: (socket) => void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'),
    });
    closers.push(server.close);
    expect(await postTo(`https://127.0.0.1:${server.port}`, 2_000)).toMatchObject({ kind: 'unsent' });
  });

  it('to a port that resets during the TLS handshake', async () => {
    const server = await startRawServer({ onText: (socket) => void socket.resetAndDestroy() });
    closers.push(server.close);
    expect(await postTo(`https://127.0.0.1:${server.port}`, 2_000)).toMatchObject({ kind: 'unsent' });
  });

  it('to a port that never finishes the TLS handshake', async () => {
    const server = await startRawServer({});
    closers.push(server.close);
    const outcome = await postTo(`https://127.0.0.1:${server.port}`, 150);
    expect(outcome).toEqual({ kind: 'unsent', reason: 'time-out' });
  });

  it('after the wire was closed', async () => {
    const wire = createWire(parseBaseUrl('http://127.0.0.1:9', 'url'), 1_000);
    await wire.close();
    const outcome = await wire.post({ path: '/', headers: {}, body: '{}', timeoutMs: 1_000 });
    expect(outcome.kind).toBe('unsent');
  });

  it.each(['a\r\nx: y', 'ñ\u0100', 'a\0b'])('with the impossible header %j', async (value) => {
    const server = await startRawServer({});
    closers.push(server.close);
    const wire = createWire(parseBaseUrl(server.url, 'url'), 1_000);
    closers.push(wire.close);
    const outcome = await wire.post({ path: '/', headers: { 'x-test': value }, body: '{}', timeoutMs: 500 });
    expect(outcome.kind).toBe('unsent');
  });
});

describe('a server with a certificate of its own making', () => {
  it('is not trusted, whatever NODE_TLS_REJECT_UNAUTHORIZED says', async () => {
    let received = 0;
    const { private: key, cert } = await generate([{ name: 'commonName', value: '127.0.0.1' }], {
      keyType: 'ec',
      algorithm: 'sha256',
      extensions: [{ name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] }],
    });
    const server = createTlsServer({ key, cert }, () => {
      received += 1;
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closers.push(() => new Promise((resolve) => server.close(() => resolve())));
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
    closers.push(async () => void delete process.env['NODE_TLS_REJECT_UNAUTHORIZED']);
    const outcome = await postTo(`https://127.0.0.1:${portOf(server.address())}`, 2_000);
    expect(outcome).toEqual({ kind: 'unsent', reason: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
    expect(received).toBe(0);
  });
});

describe('a deadline around a promise', () => {
  it('gives the value that comes in time', async () => {
    expect(await within(Promise.resolve('value'), 1_000, 'late')).toBe('value');
  });

  it('gives the substitute when the promise never ends', async () => {
    const startedMs = performance.now();
    expect(await within(new Promise(() => undefined), 30, 'late')).toBe('late');
    expect(performance.now() - startedMs).toBeLessThan(500);
  });

  it('passes a failure on', async () => {
    await expect(within(Promise.reject(new Error('broken')), 1_000, 'late')).rejects.toThrow('broken');
  });

  it('swallows the failure that comes too late', async () => {
    const failing = new Promise((_, reject) => {
      setTimeout(() => reject(new Error('too late')), 20);
    });
    expect(await within(failing, 5, 'late')).toBe('late');
    await new Promise((resolve) => setTimeout(resolve, 30));
  });
});

describe('the shares of companies', () => {
  const NOW = 0;
  const LATER = 10_000;

  async function takeAll(
    shares: Shares,
    companyId: string,
    wanted: number,
  ): Promise<readonly (() => void)[]> {
    const taken = await Promise.all(Array.from({ length: wanted }, () => shares.take(companyId, NOW)));
    return taken.filter((one) => one !== null);
  }

  it('leave as much free as one company has, and always one for the next', async () => {
    const shares = createShares(256);
    expect(await takeAll(shares, 'floods', 1_000)).toHaveLength(128);
    const silent = Array.from({ length: 40 }, (_, index) => `silent-${index}`);
    for (const companyId of silent)
      expect((await takeAll(shares, companyId, 1_000)).length).toBeGreaterThan(0);
    expect(await takeAll(shares, 'floods', 1)).toEqual([]);
  });

  it('go by turns of the companies that wait, and not to whoever waits no longer', async () => {
    const shares = createShares(4);
    const held = [...(await takeAll(shares, 'a', 9)), ...(await takeAll(shares, 'b', 9))];
    expect(held).toHaveLength(3);
    const order: string[] = [];
    const waits = async (companyId: string) => {
      const end = present(await shares.take(companyId, LATER));
      order.push(companyId);
      end();
    };
    const waiting = ['a', 'a', 'a', 'b'].map(waits);
    held[0]?.();
    await Promise.all(waiting);
    expect(order).toEqual(['a', 'b', 'a', 'a']);
  });
});
