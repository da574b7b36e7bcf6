import { statSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runSello } from '../../test/support/sello-process.ts';
import { sharedPlace } from '../../test/support/shared-place.ts';
import { CommandFailure } from './failure.ts';
import { makeFolder, readJsonFile } from './files.ts';

const folder = sharedPlace();

async function read(text: string) {
  const path = join(folder, 'file.json');
  await writeFile(path, text);
  return readJsonFile(path);
}

describe('readJsonFile', () => {
  it('reads JSON, and names the fields that stand in it twice', async () => {
    expect(await read('\uFEFF{"a": 1, "b": [{"c": 1, "c": 2}], "a": 2}')).toEqual({
      value: { a: 2, b: [{ c: 2 }] },
      repeated: ['b[0].c', 'a'],
    });
  });

  it.each([
    ['{\n  "a": 1,\n}', 'line 3, column 1: a field name in quotation marks is expected here.'],
    ['{\n  "a": 1\n  "b": 2\n}', 'line 3, column 3: a comma or } is expected here.'],
    ['{"a": "x', 'line 1, column 7: a text begins here and has no closing quotation mark.'],
    [
      '{"a": "x\ny"}',
      'line 1, column 9: a text may not hold this line break or control character, nor this \\ escape.',
    ],
  ])('says where %j is no JSON', async (text, place) => {
    await expect(read(text)).rejects.toThrow(`is not JSON: ${place}`);
  });
});

describe('makeFolder', () => {
  it('makes what is missing, also when two make it at once, and leaves what is there', async () => {
    const path = join(folder, 'a', 'b', 'c');
    await Promise.all([makeFolder(path), makeFolder(path), makeFolder(join(folder, 'a', 'd'))]);
    expect(statSync(path).isDirectory()).toBe(true);
    writeFileSync(join(path, 'file'), 'kept');
    await makeFolder(path);
    expect(statSync(join(path, 'file')).size).toBe(4);
  });

  it('passes on what the system says of a file in the way', async () => {
    writeFileSync(join(folder, 'file'), '');
    await expect(makeFolder(join(folder, 'file'))).rejects.toMatchObject({ code: 'EEXIST' });
    await expect(makeFolder(join(folder, 'file', 'a'))).rejects.toMatchObject({ code: 'EEXIST' });
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
    const { code, err } = await runSello([command], { cwd: folder, env });
    expect(code).toBe(1);
    expect(err).toMatch(/^sello: The folder \/proc\/nada cannot be made, .*\.\n$/);
  });
});
