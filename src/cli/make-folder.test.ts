import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runSello } from '../../test/support/sello-process.ts';
import { sharedPlace } from '../../test/support/shared-place.ts';
import { CommandFailure } from './failure.ts';
import { makeFolder } from './make-folder.ts';

const place = sharedPlace();

describe('makeFolder', () => {
  it('makes what is missing, also when two make it at once, and leaves what is there', async () => {
    const path = join(place, 'a', 'b', 'c');
    await Promise.all([makeFolder(path), makeFolder(path), makeFolder(join(place, 'a', 'd'))]);
    expect(statSync(path).isDirectory()).toBe(true);
    writeFileSync(join(path, 'file'), 'kept');
    await makeFolder(path);
    expect(statSync(join(path, 'file')).size).toBe(4);
  });

  it('passes on what the system says of a file in the way', async () => {
    writeFileSync(join(place, 'file'), '');
    await expect(makeFolder(join(place, 'file'))).rejects.toMatchObject({ code: 'EEXIST' });
    await expect(makeFolder(join(place, 'file', 'a'))).rejects.toMatchObject({ code: 'EEXIST' });
  });
});

describe.skipIf(process.platform !== 'linux')('a place that takes no folders, as /proc does', () => {
  it('is told in one sentence', async () => {
    await expect(makeFolder('/proc/nada/mas')).rejects.toThrow(CommandFailure);
    await expect(makeFolder('/proc/nada/mas')).rejects.toThrow(
      'The folder /proc/nada cannot be made, because /proc takes no folders: set SELLO_DATA_DIR to another one.',
    );
  });

  it.each(['start', 'serve', 'simulator'])('ends "%s"', async (command) => {
    const env = { SELLO_DATA_DIR: '/proc/nada', SELLO_PORT: '65021' };
    const { code, err } = await runSello([command], { cwd: place, env });
    expect(code).toBe(1);
    expect(err).toMatch(/^sello: The folder \/proc\/nada cannot be made, .*\.\n$/);
  });
});
