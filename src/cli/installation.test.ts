import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sharedPlace } from '../../test/support/shared-place.ts';
import {
  STAND_IN_KEY,
  type StandIn,
  standInProgram,
  type World,
} from '../../test/support/stand-in-program.ts';
import { findCompany, type Installation, openInstallation, refuseUnsafe, unlock } from './installation.ts';

const folder = sharedPlace();

function programIn(world: Omit<World, 'folder'>): StandIn {
  return standInProgram({ folder, ...world });
}

async function opened(
  world: Omit<World, 'folder'>,
): Promise<{ readonly done: string[]; readonly installation: Installation }> {
  const { program, done } = programIn(world);
  return { done, installation: await openInstallation(program, new AsyncDisposableStack()) };
}

describe('openInstallation', () => {
  it('migrates a database that is behind, and leaves what it opened to the stack, last opened first closed', async () => {
    const { program, done } = programIn({ facts: { pendingMigrations: ['0099_next'] } });
    const stack = new AsyncDisposableStack();
    await openInstallation(program, stack);
    await stack.disposeAsync();
    expect(done).toEqual(['migrate', 'close office', 'close database']);
  });

  it('opens no connection to migrate a database that is not behind', async () => {
    expect((await opened({})).done).toEqual([]);
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
    const { done, installation } = await opened({ companies: ['00'] });
    await unlock(installation);
    expect(done).toEqual([`create ${join(folder, 'data', 'master-key')}`, 'unlock']);
    expect(existsSync(join(folder, 'data'))).toBe(true);
  });

  it('makes no new key where the lost one has sealed something', async () => {
    const { done, installation } = await opened({ facts: { holdsSecrets: true } });
    await expect(unlock(installation)).rejects.toThrow('It does not exist.');
    expect(done).toEqual([]);
  });

  it('uses the file of the setting and makes none', async () => {
    const file = join(folder, 'llave');
    const environment = { SELLO_MASTER_KEY_FILE: file, DATABASE_URL: 'postgres://host/sello' };
    const keyFiles = new Map([[file, { kind: 'read', key: STAND_IN_KEY } as const]]);
    const present = await opened({ environment, keyFiles, companies: ['01'] });
    await unlock(present.installation);
    expect(present.done).toEqual(['unlock']);
    const absent = await opened({ environment });
    await expect(unlock(absent.installation)).rejects.toThrow('It does not exist.');
  });

  it.each([
    [{ environment: { DATABASE_URL: 'postgres://host/sello' } }, 'must be set together with DATABASE_URL'],
    [{ companies: ['00', '01'] }, 'because empresa-1 is a production company'],
  ] as const)('requires the setting for %j', async (world, sentence) => {
    const { done, installation } = await opened(world);
    await expect(unlock(installation)).rejects.toThrow(sentence);
    expect(done).toEqual([]);
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
