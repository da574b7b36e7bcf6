import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sharedPlace } from '../../test/support/shared-place.ts';
import { createMasterKeyFile, readMasterKeyFile } from './master-key.ts';

const folder = sharedPlace();
const posix = process.platform !== 'win32';

function keyFile(name: string, content: string | Buffer, mode = 0o600): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  chmodSync(path, mode);
  return path;
}

describe('createMasterKeyFile', () => {
  it('makes a file that only its owner reads and that reads back', async () => {
    const path = join(folder, 'created.key');
    const created = await createMasterKeyFile(path);
    const read = await readMasterKeyFile(path);
    if (created.kind !== 'created' || read.kind !== 'read') expect.unreachable();
    else expect(read.key.equals(created.key)).toBe(true);
    expect(readFileSync(path, 'utf8')).toMatch(/^[A-Za-z0-9+/]{43}=\n$/);
    if (posix) expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('never overwrites and leaves nothing else behind', async () => {
    const path = keyFile('taken.key', 'mine');
    expect(await createMasterKeyFile(path)).toMatchObject({ kind: 'refused', failure: 'exists' });
    expect(readFileSync(path, 'utf8')).toBe('mine');
    expect(readdirSync(folder).filter((name) => name.endsWith('.new'))).toEqual([]);
  });

  it('lets exactly one of many creators win', async () => {
    const path = join(folder, 'raced.key');
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => createMasterKeyFile(path)));
    const [winner, second] = outcomes.filter((outcome) => outcome.kind === 'created');
    expect(second).toBeUndefined();
    const read = await readMasterKeyFile(path);
    expect(read.kind === 'read' && winner?.key.equals(read.key)).toBe(true);
  });

  it('says that it cannot write where there is no folder', async () => {
    const outcome = await createMasterKeyFile(join(folder, 'absent', 'x.key'));
    expect(outcome).toMatchObject({ kind: 'refused', failure: 'not_writable' });
  });
});

describe('readMasterKeyFile', () => {
  const good = randomBytes(32).toString('base64');

  it('reads 32 bytes with or without a line end', async () => {
    const readings = await Promise.all(
      ['', '\n', '\r\n'].map((end, index) => readMasterKeyFile(keyFile(`good${index}.key`, good + end))),
    );
    for (const reading of readings) {
      expect(reading.kind === 'read' && reading.key.export().toString('base64')).toBe(good);
    }
  });

  it.each([
    ['31 bytes', randomBytes(31).toString('base64')],
    ['33 bytes', randomBytes(33).toString('base64')],
    ['raw bytes', randomBytes(32)],
    ['hexadecimal', randomBytes(32).toString('hex')],
    ['the URL alphabet', `${'-_'.repeat(21)}8`],
    ['two keys', `${good}\n${good}`],
    ['nothing', ''],
    ['a huge file', 'A'.repeat(1_000_000)],
  ])('refuses %s without showing it', async (name, content) => {
    const path = keyFile(`${name}.bad`, content);
    const reading = await readMasterKeyFile(path);
    expect(reading).toEqual({
      kind: 'refused',
      failure: 'malformed',
      message: `The master key file ${path} does not hold exactly 32 bytes in base64.`,
    });
  });

  it('says so when there is no file, or a folder instead', async () => {
    const missing = await readMasterKeyFile(join(folder, 'none.key'));
    expect(missing).toMatchObject({ kind: 'refused', failure: 'missing' });
    const path = join(folder, 'folder.key');
    mkdirSync(path, { mode: 0o700 });
    const instead = await readMasterKeyFile(path);
    expect(instead.kind === 'refused' && instead.failure).toBe(posix ? 'not_a_file' : 'unreadable');
  });

  it.skipIf(!posix).each([0o640, 0o604, 0o620, 0o602, 0o644, 0o660])(
    'refuses a file with mode %o (POSIX only)',
    async (mode) => {
      const reading = await readMasterKeyFile(keyFile(`mode${mode}.key`, good, mode));
      expect(reading).toMatchObject({ kind: 'refused', failure: 'open_to_others' });
      expect(reading.kind === 'refused' && reading.message).toContain('chmod 600');
    },
  );

  it.skipIf(!posix)('reads a file that even its owner may not change (POSIX only)', async () => {
    expect(await readMasterKeyFile(keyFile('readonly.key', good, 0o400))).toMatchObject({ kind: 'read' });
  });
});
