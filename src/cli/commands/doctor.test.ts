import { mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runIn } from '../../../test/support/command-line.ts';
import { numeroOf } from '../../../test/support/identifiers.ts';
import { sharedPlace } from '../../../test/support/shared-place.ts';
import { STAND_IN_KEY, type World } from '../../../test/support/stand-in-program.ts';
import type { Check } from '../../operations/installation/examine.ts';

const folder = sharedPlace();
let authorityUrl = '';
const authority = createServer();

beforeAll(async () => {
  mkdirSync(join(folder, 'data', 'postgres'), { recursive: true });
  await new Promise<void>((resolve) => {
    authority.listen(0, '127.0.0.1', resolve);
  });
  const address = authority.address();
  authorityUrl = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
});
afterAll(() => {
  authority.close();
});

async function examined(world: World, line = 'doctor') {
  const environment = {
    SELLO_HACIENDA_TEST_URL: authorityUrl,
    SELLO_HACIENDA_PRODUCTION_URL: 'http://127.0.0.1:1',
    ...world.environment,
  };
  const answer = await runIn({ folder, ...world, environment }, line);
  const checks = answer.json?.['checks'];
  return { ...answer, checks: isChecks(checks) ? checks : [] };
}

function isChecks(value: unknown): value is readonly Check[] {
  return Array.isArray(value);
}

const KEY_FILES = () =>
  new Map([[join(folder, 'data', 'master-key'), { kind: 'read', key: STAND_IN_KEY } as const]]);
const NOW = Date.now();
const READY = {
  certificate: { notBeforeMs: NOW - 1000, notAfterMs: NOW + 400 * 86_400_000 },
  user: 'u',
  liveKeys: 2,
};

describe('doctor', () => {
  it('tells of a database that has forgotten something', async () => {
    const world = {
      forgotten: 'it goes on in another log',
      facts: { holdsSecrets: true },
      keyFiles: KEY_FILES(),
    };
    const { checks } = await examined(world);
    expect(checks).toContainEqual({
      name: 'memory',
      status: 'problem',
      message: 'the database has forgotten something: it goes on in another log',
      advice: 'Run "sello reconcile".',
    });
  });

  it('finds a complete installation well and changes nothing in it', async () => {
    const world = {
      keyFiles: KEY_FILES(),
      companies: ['00'],
      setup: READY,
      facts: { holdsSecrets: true },
    } as const;
    const { checks, json, text, exitCode, done } = await examined(world);
    expect(checks.filter(({ status }) => status !== 'ok')).toEqual([]);
    expect(json).toMatchObject({ ok: true });
    expect(exitCode).toBe(0);
    expect(text[0]).toBe('ok       settings: are right');
    expect(text).toContain(`ok       Hacienda, environment 00: ${authorityUrl} can be reached`);
    expect(text).toContain('ok       empresa-0: sign-in: Hacienda lets user u in');
    expect(text).toContain('ok       empresa-0: mail: no server; nothing is sent');
    expect(done).toEqual(['unlock', `sign c0 in at ${authorityUrl}`, 'close office', 'close database']);
  });

  it('tells one line for each thing, with what to do', async () => {
    const { text, exitCode } = await examined({ keyFiles: KEY_FILES(), companies: ['00', '01'] });
    expect(exitCode).toBe(1);
    expect(text).toContain(
      'problem  empresa-1: credentials: none. Run "sello credentials set empresa-1 --user U --password-file F".',
    );
    expect(text).toContain(
      'warning  Hacienda, environment 01: http://127.0.0.1:1 cannot be reached: ECONNREFUSED. Check the network; until then documents go into contingency.',
    );
  });

  it('tells which documents nobody works on, and which clocks of the law run', async () => {
    const putAside = { documents: 1, numbers: [numeroOf(7)] };
    const clock = { clock: 'report', startMs: NOW - 16 * 3_600_000, untilMs: NOW + 8 * 3_600_000 } as const;
    const pending = { putAside, clocks: [{ ...clock, documents: 40 }] };
    const { text, exitCode } = await examined({
      keyFiles: KEY_FILES(),
      companies: ['00'],
      setup: READY,
      pending,
    });
    expect(exitCode).toBe(1);
    expect(text).toContainEqual(
      expect.stringMatching(
        /^problem {2}empresa-0: put aside: 1 document .*: DTE-01-M001P001-000000000000007\. /,
      ),
    );
    expect(text).toContainEqual(
      expect.stringMatching(
        /^warning {2}empresa-0: events to report: 1 event with 40 documents; 66 % of 24 hours used\. /,
      ),
    );
    expect(text).toContain('ok       empresa-0: documents to transmit: none');
  });

  it('signs in where the authority is reached and the master key opens, and says who is refused', async () => {
    const signIn = { kind: 'refused', status: 401, code: '106' } as const;
    const world = { keyFiles: KEY_FILES(), companies: ['00'], setup: READY, signIn } as const;
    const { text, exitCode, done } = await examined({ ...world, facts: { holdsSecrets: true } });
    expect(exitCode).toBe(1);
    expect(text).toContain(
      'problem  empresa-0: sign-in: Hacienda refuses user u (HTTP 401, code 106): the password is wrong. Its documents wait in contingency. Run "sello credentials set empresa-0 --user U --password-file F".',
    );
    expect(done.filter((what) => what.startsWith('sign'))).toEqual([`sign c0 in at ${authorityUrl}`]);
    const locked = await examined({ ...world, keyFiles: new Map() });
    expect(locked.done.filter((what) => what.startsWith('sign'))).toEqual([]);
  });

  it('looks at one company where one is named', async () => {
    const { checks } = await examined(
      { keyFiles: KEY_FILES(), companies: ['00', '01'], setup: READY },
      'doctor empresa-0',
    );
    expect(checks.map(({ name }) => name).join()).not.toContain('empresa-1');
    expect(checks.map(({ name }) => name)).not.toContain('Hacienda, environment 01');
  });

  it.each([
    [{ facts: { holdsSecrets: true } }, 'master key', 'problem'],
    [{}, 'master key', 'warning'],
    [{ environment: { DATABASE_URL: 'postgres://host/sello' } }, 'master key', 'problem'],
    [
      { environment: { DATABASE_URL: 'postgres://host/sello' }, facts: { pendingMigrations: ['0001_x'] } },
      'master key',
      'problem',
    ],
    [{ environment: { SELLO_MASTER_KEY_FILE: 'nada' } }, 'master key', 'problem'],
    [{ companies: ['01'] }, 'master key', 'problem'],
    [{ companies: ['01'] }, 'production', 'problem'],
    [{}, 'companies', 'warning'],
    [{ failure: Object.assign(new Error('x'), { code: 'ECONNREFUSED' }) }, 'database', 'problem'],
  ] as const)('of %j says about the %s: %s', async (world, name, status) => {
    const { checks, text } = await examined(world);
    expect(text.join('\n')).not.toContain('..');
    expect(checks).toContainEqual(
      expect.objectContaining({ name, status, advice: expect.stringMatching(/\.$/) }),
    );
  });

  it('knows a company that is not there from a database that is not', async () => {
    const { checks, exitCode } = await examined(
      { keyFiles: KEY_FILES(), companies: ['00'] },
      'doctor empresa',
    );
    expect(exitCode).toBe(1);
    expect(checks.filter(({ status }) => status === 'problem')).toEqual([
      {
        name: 'company',
        status: 'problem',
        message: 'There is no company "empresa": there are empresa-0',
        advice: 'Run "sello company list".',
      },
    ]);
    expect(checks).toContainEqual(expect.objectContaining({ name: 'database', status: 'ok' }));
  });

  it('looks no further than a schema that is not there yet', async () => {
    const { done } = await examined({ facts: { pendingMigrations: ['0001_x'] }, companies: ['00'] });
    expect(done).toEqual(['close database']);
  });
});
