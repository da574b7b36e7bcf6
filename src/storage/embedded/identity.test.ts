import { spawnSync } from 'node:child_process';
import { mkdtempSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sharedPlace } from '../../../test/support/shared-place.ts';
import { locateBinaries } from './binaries.ts';
import { EmbeddedPostgresError } from './failure.ts';
import { accountsNamed, candidates, chooseIdentity, commandAs, type Reach } from './identity.ts';

const PASSWD = [
  'root:x:0:0:root:/root:/bin/bash',
  'nobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin',
  'postgres:x:101:104::/var/lib/postgresql:/bin/bash',
  'broken:x',
].join('\n');

const place = sharedPlace();

const isRoot = process.getuid?.() === 0;
const reach: Reach = {
  binaries: locateBinaries(join(place, 'lib')),
  parentDir: place,
  dataDir: join(place, 'data'),
  dataOwner: null,
  isFirstStart: true,
};

describe('the accounts of a passwd file', () => {
  it('come in the order they are asked for', () => {
    expect([...accountsNamed(['postgres', 'nobody'], PASSWD)]).toEqual([
      ['postgres', { uid: 101, gid: 104 }],
      ['nobody', { uid: 65534, gid: 65534 }],
    ]);
  });

  it('are never root and never a broken line', () => {
    expect(accountsNamed(['root', 'broken', 'absent'], PASSWD).size).toBe(0);
  });
});

describe('the identities worth trying', () => {
  it("is oneself, with files of one's own, for an ordinary user and where there are no users", () => {
    expect(candidates(1000, null).map(({ owner }) => owner)).toEqual([null, null]);
    expect(candidates(1000, null)[0]?.prefix).toEqual([]);
    expect(candidates(undefined, null).map(({ prefix }) => prefix)).toEqual([[]]);
  });

  it('keeps the owner of an existing data directory, so that its owner can go on using it', () => {
    const owner = { uid: 1234, gid: 55 };
    const [first, second, ...others] = candidates(0, owner);
    expect(first).toMatchObject({ owner, credentials: owner, prefix: [] });
    expect(second?.prefix.slice(0, 3)).toEqual(['setpriv', '--reuid=1234', '--regid=55']);
    expect(others.at(-1)?.prefix[0]).toBe('unshare');
  });

  it('never keeps root', () => {
    expect(candidates(0, { uid: 0, gid: 0 })[0]?.owner?.uid).not.toBe(0);
  });
});

it('puts the prefix before the command', () => {
  const identity = { description: '', owner: null, prefix: ['a', 'b'], credentials: {} };
  expect(commandAs(identity, ['c', 'd'])).toEqual({ file: 'a', args: ['b', 'c', 'd'] });
  expect(commandAs({ ...identity, prefix: [] }, ['c', 'd'])).toEqual({ file: 'c', args: ['d'] });
});

describe('the identity chosen here', () => {
  it('runs the programs and knows their version', () => {
    expect(chooseIdentity(reach).majorVersion).toBe(18);
  });

  it('says in one sentence that the programs cannot run', () => {
    const broken = { ...reach, binaries: { ...reach.binaries, binDir: place } };
    expect(() => chooseIdentity(broken)).toThrow(EmbeddedPostgresError);
  });
});

describe.skipIf(!isRoot)('the identity chosen as root in a directory that only root may enter', () => {
  /** The same, where only these commands exist. */
  function reachWith(...commands: readonly string[]): Reach {
    const path = mkdtempSync(join(place, 'path-'));
    for (const command of commands) symlinkSync(join('/usr/bin', command), join(path, command));
    return { ...reach, binaries: { ...reach.binaries, env: { ...reach.binaries.env, PATH: path } } };
  }

  it('is an account with the right of way', () => {
    const identity = chooseIdentity(reach);
    expect(identity.owner?.uid).toBeGreaterThan(0);
    expect(identity.prefix[0]).toBe('setpriv');
  });

  it('is a user namespace where that right cannot be given', (context) => {
    if (spawnSync('unshare', ['--user', 'true']).status !== 0)
      context.skip('user namespaces are forbidden here');
    expect(chooseIdentity(reachWith('unshare', 'id'))).toMatchObject({ owner: { uid: 0 }, majorVersion: 18 });
  });

  it('is none where neither exists, and the sentence says what to do', () => {
    expect(() => chooseIdentity(reachWith('id'))).toThrow(
      /^PostgreSQL refuses to run as root and no other account can reach .*: run Sello as an ordinary user/,
    );
  });
});
