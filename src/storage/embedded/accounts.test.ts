import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, cpSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { processesOf } from '../../../test/support/child-processes.ts';
import { startProcess } from '../../../test/support/embedded-process.ts';
import { makePlace, removePlace } from '../../../test/support/temporary-place.ts';
import { locateBinaries } from './binaries.ts';
import { startEmbedded } from './start.ts';

const NOBODY = { uid: 65534, gid: 65534 };
const isRoot = process.getuid?.() === 0;
const hasUsers = process.getuid !== undefined;

/** Root plays an ordinary user, which works where that user can read this folder. */
function canPlayOrdinaryUser(): boolean {
  if (!hasUsers || !isRoot) return hasUsers;
  return spawnSync(process.execPath, ['--version'], { ...NOBODY, cwd: '/' }).status === 0;
}

describe.skipIf(!isRoot)('as root', () => {
  let place = '';

  beforeEach(() => {
    place = makePlace(0o755);
  });

  afterEach(() => removePlace(place));

  async function startTwice(dataDir: string): Promise<void> {
    for (const expectedRows of [1, 3]) {
      const running = await startProcess(dataDir);
      expect([running.error, running.rows]).toEqual(['', expectedRows]);
      await running.stop();
    }
    expect(processesOf(dataDir)).toEqual([]);
  }

  it('the server runs as an account of its own', async () => {
    await startTwice(join(place, 'data'));
    expect(statSync(join(place, 'data')).uid).not.toBe(0);
  });

  it('a directory that only root may enter is no obstacle', async () => {
    const home = join(place, 'home');
    mkdirSync(home, { mode: 0o700 });
    await startTwice(join(home, 'sello', 'data'));
  });

  it('programs in such a directory are none either', async () => {
    const native = join(place, 'root-only', 'native');
    mkdirSync(dirname(native), { mode: 0o700 });
    cpSync(join(locateBinaries(join(place, 'lib')).binDir, '..'), native, {
      recursive: true,
      verbatimSymlinks: true,
    });
    const dataDir = join(place, 'data');
    const postgres = await startEmbedded(dataDir, { binDir: join(native, 'bin') });
    expect(postgres.joined).toBe(false);
    await postgres.stop();
    expect(statSync(dataDir).uid).not.toBe(0);
  });

  it('the directory can become private later', async () => {
    const dataDir = join(place, 'data');
    await (await startProcess(dataDir)).stop();
    chmodSync(place, 0o700);
    const running = await startProcess(dataDir);
    expect([running.error, running.rows]).toEqual(['', 3]);
    await running.stop();
  });

  it('an empty directory that somebody made before stays his', async () => {
    const dataDir = join(place, 'data');
    mkdirSync(dataDir, { mode: 0o700 });
    chownSync(dataDir, NOBODY.uid, NOBODY.gid);
    await startTwice(dataDir);
    expect(statSync(join(dataDir, 'PG_VERSION')).uid).toBe(NOBODY.uid);
  });

  it('an owner without a name can make nothing, but keeps what was made for him', async () => {
    const dataDir = join(place, 'data');
    mkdirSync(dataDir, { mode: 0o700 });
    chownSync(dataDir, 4242, 4242);
    await (await startProcess(dataDir)).stop();
    expect(statSync(dataDir).uid).not.toBe(4242);
    spawnSync('chown', ['-R', '4242:4242', dataDir]);
    await (await startProcess(dataDir)).stop();
    expect(statSync(dataDir).uid).toBe(4242);
  });

  it('a data directory that was given to root is given back', async () => {
    const dataDir = join(place, 'data');
    await (await startProcess(dataDir)).stop();
    spawnSync('chown', ['-R', '0:0', dataDir]);
    const running = await startProcess(dataDir);
    expect([running.error, running.rows]).toEqual(['', 3]);
    await running.stop();
  });
});

it.skipIf(!isRoot)(
  'as root: a full disk is named in one sentence and leaves nothing half-made',
  async (context) => {
    const place = makePlace(0o755);
    try {
      const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'none', place]);
      if (status !== 0) context.skip('this root may not mount a small disk');
      const running = await startProcess(join(place, 'data'));
      expect(running.error).toMatch(
        /^EmbeddedPostgresError: The disk that holds .*data is full: free some space/,
      );
      expect(spawnSync('ls', ['-A', place], { encoding: 'utf8' }).stdout).toBe('');
    } finally {
      spawnSync('umount', [place]);
      removePlace(place);
    }
  },
);

describe.skipIf(!canPlayOrdinaryUser())('as an ordinary user', () => {
  const credentials = isRoot ? NOBODY : {};
  let place = '';

  beforeAll(() => {
    place = makePlace(0o755);
    if (isRoot) chownSync(place, NOBODY.uid, NOBODY.gid);
  });

  afterAll(() => {
    chmodSync(place, 0o755);
    return removePlace(place);
  });

  it('the server runs as that user', async () => {
    const dataDir = join(place, 'data');
    const first = await startProcess(dataDir, credentials);
    const second = await startProcess(dataDir, credentials);
    expect([first.error, second.error, second.joined]).toEqual(['', '', true]);
    expect(statSync(dataDir).uid).toBe(statSync(place).uid);
    await first.stop();
    await second.stop();
    expect(processesOf(dataDir)).toEqual([]);
  });

  it.skipIf(!isRoot)('what he made still belongs to him after a start as root', async () => {
    const dataDir = join(place, 'data');
    const root = await startProcess(dataDir);
    expect(root.error).toBe('');
    await root.stop();
    const again = await startProcess(dataDir, credentials);
    expect([again.error, again.rows]).toEqual(['', root.rows + 2]);
    await again.stop();
  });

  it('a place where he may not write is named in one sentence', async () => {
    const dataDir = join(place, 'locked', 'data');
    mkdirSync(join(place, 'locked'), { mode: 0o555 });
    const { error } = await startProcess(dataDir, credentials);
    expect(error).toBe(
      `EmbeddedPostgresError: No permission to use the PostgreSQL data directory ${dataDir}: run Sello as the user who owns it, or choose another directory.`,
    );
  });

  it.skipIf(!isRoot)('a data directory of somebody else is named in one sentence', async () => {
    const dataDir = join(place, 'foreign');
    mkdirSync(dataDir, { mode: 0o700 });
    const { error } = await startProcess(dataDir, credentials);
    expect(error).toMatch(
      /^EmbeddedPostgresError: No permission to use .*foreign: run Sello as the user who owns it/,
    );
  });
});
