import { once } from 'node:events';
import { chmodSync, chownSync, statSync, writeFileSync } from 'node:fs';
import { createServer, Socket } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { generate } from 'selfsigned';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { shared } from '../../../test/support/shared.ts';
import { sharedPlace } from '../../../test/support/shared-place.ts';
import { systemLookups } from '../../../test/support/system-lookups.ts';
import { toFailure } from '../../cli/failure.ts';
import { startEmbedded } from '../embedded/start.ts';
import { addressOfServer, connectionOf, isInTheClear, settleTls } from './connection.ts';

const place = sharedPlace(0o755);
let authorityFile = '';
let otherFile = '';

const postgres = shared(() => startEmbedded(join(place, 'data')));
beforeAll(async () => {
  const [authority, other] = [await makeAuthority(), await makeAuthority()];
  const leaf = await generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    ca: authority,
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] }],
  });
  authorityFile = file('authority.pem', authority.cert);
  otherFile = file('other.pem', other.cert);
  await asSuperuser(
    `ALTER SYSTEM SET ssl_cert_file = '${file('data/leaf.pem', leaf.cert)}'`,
    `ALTER SYSTEM SET ssl_key_file = '${file('data/leaf.key', leaf.private)}'`,
    'ALTER SYSTEM SET ssl = on',
    'SELECT pg_reload_conf()',
  );
  await vi.waitFor(async () => expect(await answerTo('localhost', 'sslmode=require')).toBe(true));
});
afterAll(async () => {
  await postgres.stop();
});

async function makeAuthority() {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'Autoridad de prueba' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [{ name: 'basicConstraints', cA: true }],
  });
  return { key, cert };
}

/** Makes a file of the account that the server runs as, and readable for nobody else, as it demands. */
function file(name: string, content: string): string {
  const path = join(place, name);
  writeFileSync(path, content);
  chmodSync(path, 0o600);
  const { uid, gid } = statSync(join(place, 'data'));
  if (process.getuid?.() === 0) chownSync(path, uid, gid);
  return path;
}

async function asSuperuser(...statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

function addressOf(host: string, parameters: string): string {
  const url = new URL(postgres.url);
  url.hostname = host;
  url.search = parameters;
  return url.href;
}

/** Whether the connection is encrypted; the operator's sentence where there is none. */
async function answerTo(host: string, parameters: string): Promise<boolean | string> {
  try {
    const client = new pg.Client(connectionOf(await settleTls(addressOf(host, parameters))));
    client.on('error', () => undefined);
    await client.connect();
    const { rows } = await client.query<{ readonly ssl: boolean }>(
      'SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()',
    );
    await client.end();
    return rows[0]?.ssl === true;
  } catch (error) {
    return toFailure(error).message;
  }
}

it('is reached by one look-up of its name for all who connect at a time', async () => {
  const asked = await systemLookups(() =>
    Promise.all(Array.from({ length: 3 }, () => answerTo('localhost', 'sslmode=disable'))),
  );
  expect(asked).toEqual(['localhost']);
});

describe('a server of a private authority', () => {
  const rooted = (mode: string, root: string) => `sslmode=${mode}&sslrootcert=${encodeURIComponent(root)}`;

  it.each([
    ['', false],
    ['sslmode=disable', false],
    ['sslmode=allow', true],
    ['sslmode=prefer', true],
    ['sslmode=require', true],
  ])('is reached with "%s" as libpq would, encrypted: %s', async (parameters, encrypted) => {
    expect(await answerTo('localhost', parameters)).toBe(encrypted);
  });

  it.each(['prefer', 'require', 'verify-ca', 'verify-full'])(
    'is believed with its authority and %s',
    async (mode) => {
      expect(await answerTo('localhost', rooted(mode, authorityFile))).toBe(true);
    },
  );

  it('is believed under another name with verify-ca alone', async () => {
    expect(await answerTo('127.0.0.1', rooted('verify-ca', authorityFile))).toBe(true);
    expect(await answerTo('127.0.0.1', rooted('verify-full', authorityFile))).toMatch(
      /^The certificate of the PostgreSQL server is not trusted: it is for another name/,
    );
  });

  it.each(['require', 'verify-ca', 'verify-full'])(
    'is not believed with another authority and %s',
    async (mode) => {
      expect(await answerTo('localhost', rooted(mode, otherFile))).toMatch(
        /^The certificate of the PostgreSQL server is not trusted: .* sslrootcert in DATABASE_URL\.$/,
      );
    },
  );

  it.each(['sslmode=verify-ca', 'sslmode=verify-full', 'sslrootcert=system'])(
    'is not believed without an authority and %s',
    async (parameters) => {
      const mode = parameters.startsWith('sslroot') ? `${parameters}&sslmode=verify-full` : parameters;
      expect(await answerTo('localhost', mode)).toMatch(/^The certificate .* sslrootcert in DATABASE_URL\.$/);
    },
  );

  it('that is named by a file that is not there is told so', async () => {
    expect(await answerTo('localhost', rooted('verify-full', join(place, 'none.pem')))).toBe(
      `${join(place, 'none.pem')} does not exist.`,
    );
  });
});

describe('a server without TLS', () => {
  beforeAll(async () => {
    await asSuperuser('ALTER SYSTEM SET ssl = off', 'SELECT pg_reload_conf()');
    await vi.waitFor(async () => expect(await answerTo('localhost', 'sslmode=prefer')).toBe(false));
  });

  it.each(['require', 'verify-full'])('is refused with %s', async (mode) => {
    expect(await answerTo('localhost', `sslmode=${mode}`)).toMatch(/^The PostgreSQL server offers no TLS/);
  });

  it('is used in the clear with prefer, which never looks at a certificate', async () => {
    expect(await answerTo('localhost', `sslmode=prefer&sslrootcert=${otherFile}`)).toBe(false);
  });
});

it('settles TLS for several servers by what the first to answer offers', async () => {
  const { host } = new URL(addressOf('127.0.0.1', ''));
  const several = (parameters: string) => `postgres://u@127.0.0.1:1,${host}/x${parameters}`;
  expect(await settleTls(several('?sslmode=prefer'))).toBe(several('?sslmode=disable'));
  expect(await settleTls(several(''))).toBe(several(''));
  await expect(settleTls('postgres://u@127.0.0.1:1,127.0.0.1:2/x?sslmode=prefer')).rejects.toThrow(
    'ECONNREFUSED',
  );
});

describe('isInTheClear', () => {
  it.each([
    ['postgres://u@db.example.com/sello?sslmode=disable', true],
    ['postgres://u@10.0.0.7:6432/sello?sslmode=disable', true],
    ['postgres://u@db.example.com/sello?sslmode=require', false],
    ['postgres://u@localhost/sello', false],
    ['postgres://u@127.0.0.1/sello?sslmode=disable', false],
    ['postgres://u@[::1]/sello', false],
    ['postgres:///sello?host=/var/run/postgresql&sslmode=disable', false],
    ['postgres://u@%2Fvar%2Frun%2Fpostgresql/sello', false],
    ['postgres://u@127.0.0.1:1,db.example.com:2/sello?sslmode=disable', true],
    ['postgres://u@127.0.0.1:1,127.0.0.2:2/sello', false],
  ])('of %s is %s', (url, clear) => {
    expect(isInTheClear(url)).toBe(clear);
  });
});

it('looks after ten seconds of silence whether the other end is still there', async () => {
  const asked = vi.spyOn(Socket.prototype, 'setKeepAlive');
  const client = new pg.Client(connectionOf(addressOf('127.0.0.1', '')));
  await client.connect();
  await client.end();
  expect(asked.mock.calls).toEqual([[true, 10_000]]);
  asked.mockRestore();
});

it('says how a server is that ends what it is asked', async () => {
  const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  await expect(settleTls(`postgres://u@127.0.0.1:${port}/x?sslmode=prefer`)).rejects.toThrow('ECONNRESET');
  server.close();
});

describe('the address of another server', () => {
  it.each([
    [
      'postgres://u:p%40@db:5432/s?sslmode=verify-full',
      'pg2',
      'postgres://u:p%40@pg2:5433/s?sslmode=verify-full',
    ],
    ['postgres://u@db,db2:5434/s?target_session_attrs=read-write', 'pg2', 'postgres://u@pg2:5433/s'],
    ['postgres://u@db/s', '::1:2', 'postgres://u@[::1:2]:5433/s'],
    ['postgres://u@localhost/s?host=db&port=6', 'pg2', 'postgres://u@pg2:5433/s'],
    ['postgres://u@127.0.0.1/s', '127.0.0.1', 'postgres://u@127.0.0.1:5433/s'],
    ['postgres:///s?host=/run/postgresql', 'localhost', 'postgres://localhost:5433/s'],
  ])('beside %s at %s is %s', (address, host, other) => {
    expect(addressOfServer(address, { host, port: 5433 })).toBe(other);
  });

  it('is of TLS where the first one needs none on this machine', () => {
    const address = addressOfServer('postgres://u@localhost/s?sslmode=disable', { host: 'pg2', port: 5433 });
    expect(address).toBe('postgres://u@pg2:5433/s?sslmode=require');
  });
});
