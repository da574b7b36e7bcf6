import { createSecretKey, randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exampleCompany } from '../../test/support/example-company.ts';
import { readSettings, type Settings } from '../config/settings.ts';
import type { DatabaseFacts } from '../operations/installation-ports.ts';
import { findCompany, type Installation, openInstallation, refuseUnsafe, unlock } from './installation.ts';
import type { MasterKeyFile, Office, Program } from './program.ts';

const KEY = createSecretKey(randomBytes(32));
const FACTS: DatabaseFacts = {
  version: '18.4',
  majorVersion: 18,
  unsafeSettings: [],
  timeZoneHolds: true,
  clockAheadMs: 0,
  pendingMigrations: [],
  foreignMigrations: [],
  holdsSecrets: false,
};

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sello-installation-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function settingsOf(environment: Readonly<Record<string, string>> = {}): Settings {
  const reading = readSettings(environment, folder);
  if (reading.kind === 'problems') throw new Error(reading.problems.join());
  return reading.settings;
}

interface World {
  readonly environment?: Readonly<Record<string, string>>;
  readonly facts?: Partial<DatabaseFacts>;
  readonly companies?: readonly ('00' | '01')[];
  readonly keyFiles?: ReadonlyMap<string, MasterKeyFile>;
}

/** A program of stand-ins that notes what is done to it. */
function programIn(world: World): { readonly program: Program; readonly done: string[] } {
  const done: string[] = [];
  const note = async (what: string) => {
    done.push(what);
  };
  const never = async () => {
    throw new Error('not expected here');
  };
  const stored = (world.companies ?? []).map((environment, index) => ({
    companyId: `c${index}`,
    company: exampleCompany({ environment, slug: `empresa-${index}` }),
  }));
  const office: Office = {
    companies: {
      list: async () => stored,
      bySlug: async (slug) => stored.find(({ company }) => company.slug === slug) ?? null,
      apply: never,
    },
    keys: { create: never, list: never, revoke: never },
    secrets: { addCertificate: never, setCredentials: never, setup: never },
    unlock: never,
    close: () => note('close office'),
  };
  const missing: MasterKeyFile = { kind: 'refused', failure: 'missing', message: 'No existe.' };
  const program: Program = {
    settings: settingsOf(world.environment),
    version: '0',
    openDatabase: async () => ({ url: 'postgres://here', close: () => note('close database') }),
    databaseFacts: async () => ({ ...FACTS, ...world.facts }),
    migrate: () => note('migrate'),
    openOffice: () => ({
      ...office,
      unlock: async (key) => {
        await note(key === KEY ? 'unlock' : 'unlock with another key');
        return {
          vault: { openCertificate: neverNow, sealAuthorityPassword: neverNow, mintKey: neverNow },
          createServer: neverNow,
        };
      },
    }),
    takeHold: never,
    readMasterKey: async (path) => world.keyFiles?.get(path) ?? missing,
    createMasterKey: async (path) => {
      await note(`create ${path}`);
      return { kind: 'created', key: KEY };
    },
    makeCertificate: never,
  };
  return { program, done };
}

function neverNow(): never {
  throw new Error('not expected here');
}

async function opened(
  world: World,
): Promise<{ readonly program: Program; readonly done: string[]; readonly installation: Installation }> {
  const { program, done } = programIn(world);
  return { program, done, installation: await openInstallation(program, new AsyncDisposableStack()) };
}

describe('openInstallation', () => {
  it('migrates, and leaves what it opened to the stack, last opened first closed', async () => {
    const { program, done } = programIn({});
    const stack = new AsyncDisposableStack();
    await openInstallation(program, stack);
    await stack.disposeAsync();
    expect(done).toEqual(['migrate', 'close office', 'close database']);
  });

  it.each([
    [{ majorVersion: 14, version: '14.2' }, 'PostgreSQL 14.2 is too old: Sello needs 15 or newer.'],
    [{ foreignMigrations: ['0999_later'] }, 'The database was used by a newer version of Sello (0999_later)'],
  ])('refuses a database of %j before it changes it', async (facts, sentence) => {
    const { program, done } = programIn({ facts });
    const stack = new AsyncDisposableStack();
    await expect(openInstallation(program, stack)).rejects.toThrow(sentence);
    await stack.disposeAsync();
    expect(done).toEqual(['close database']);
  });

  it("asks the command's own check before it changes anything", async () => {
    const { program, done } = programIn({ facts: { unsafeSettings: ['fsync = off'] } });
    const stack = new AsyncDisposableStack();
    await expect(openInstallation(program, stack, refuseUnsafe)).rejects.toThrow('fsync = off');
    expect(done).toEqual([]);
    await expect(
      openInstallation(programIn({ facts: { timeZoneHolds: false } }).program, stack, refuseUnsafe),
    ).rejects.toThrow('time zone');
  });
});

describe('unlock', () => {
  it('makes the master key in the data folder on the first run', async () => {
    const { program, done, installation } = await opened({ companies: ['00'] });
    await unlock(program, installation);
    expect(done).toEqual(['migrate', `create ${join(folder, 'data', 'master-key')}`, 'unlock']);
    expect(existsSync(join(folder, 'data'))).toBe(true);
  });

  it('makes no new key where the lost one has sealed something', async () => {
    const { program, done, installation } = await opened({ facts: { holdsSecrets: true } });
    await expect(unlock(program, installation)).rejects.toThrow('No existe.');
    expect(done).toEqual(['migrate']);
  });

  it('uses the file of the setting and makes none', async () => {
    const file = join(folder, 'llave');
    const environment = { SELLO_MASTER_KEY_FILE: file, DATABASE_URL: 'postgres://host/sello' };
    const keyFiles = new Map([[file, { kind: 'read', key: KEY } as const]]);
    const present = await opened({ environment, keyFiles, companies: ['01'] });
    await unlock(present.program, present.installation);
    expect(present.done).toEqual(['migrate', 'unlock']);
    const absent = await opened({ environment });
    await expect(unlock(absent.program, absent.installation)).rejects.toThrow('No existe.');
  });

  it.each([
    [{ environment: { DATABASE_URL: 'postgres://host/sello' } }, 'must be set together with DATABASE_URL'],
    [{ companies: ['00', '01'] }, 'because empresa-1 is a production company'],
  ] as const)('requires the setting for %j', async (world, sentence) => {
    const { program, done, installation } = await opened(world);
    await expect(unlock(program, installation)).rejects.toThrow(sentence);
    expect(done).toEqual(['migrate']);
  });
});

describe('findCompany', () => {
  it('names the companies there are', async () => {
    const { installation } = await opened({ companies: ['00', '00'] });
    expect((await findCompany(installation.office, 'empresa-1')).companyId).toBe('c1');
    await expect(findCompany(installation.office, 'empresa')).rejects.toThrow(
      'There is no company "empresa": there are empresa-0, empresa-1.',
    );
    const { installation: empty } = await opened({});
    await expect(findCompany(empty.office, 'x')).rejects.toThrow('there is none yet');
  });
});
