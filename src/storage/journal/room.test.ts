import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { idOf } from '../../../test/support/identifiers.ts';
import { makePlace, removePlace } from '../../../test/support/temporary-place.ts';
import { isJournal, type Journal, openJournal } from './journal.ts';
import type { JournalLine } from './lines.ts';
import { JournalUnwritable } from './room.ts';

/** A disk of its own, so that it can be filled. */
const disk = makePlace(0o700);
const hasDisk =
  process.getuid?.() === 0 &&
  spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', disk]).status === 0;
afterAll(() => {
  if (hasDisk) spawnSync('umount', [disk]);
  removePlace(disk);
});

let journal: Journal;
let folder = '';
function open(): void {
  folder = mkdtempSync(join(disk, 'journal-'));
  journal = openJournal(folder);
}
afterEach(async () => {
  await journal.close();
  rmSync(folder, { recursive: true, force: true });
});

const line = (number: number): JournalLine => ({
  atMs: 0,
  companyId: 'c',
  documentId: idOf('a'),
  fence: '1',
  entry: { kind: 'resend', number },
});
const numbersIn = () =>
  readdirSync(folder)
    .filter(isJournal)
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'))
    .filter((text) => text !== '')
    .map((text) => JSON.parse(text).entry.number);

describe('the folder of a journal', () => {
  it('that goes away keeps everything from being begun, until it is back', async () => {
    open();
    await journal.check();
    await journal.write(line(1));
    expect(await journal.isWritable()).toBe(true);
    renameSync(folder, `${folder}-away`);
    expect(await journal.isWritable()).toBe(false);
    await expect(journal.check()).rejects.toThrow(JournalUnwritable);
    await expect(journal.write(line(2))).rejects.toThrow(/the journal cannot be written: ENOENT/);
    renameSync(`${folder}-away`, folder);
    await expect.poll(() => journal.check().then(() => 'room', String)).toBe('room');
    await journal.write(line(3));
    expect(numbersIn()).toEqual([1, 3]);
  });
});

describe.skipIf(!hasDisk)('a full disk (needs root)', () => {
  const fill = () => {
    const { bavail, bsize } = statfsSync(disk);
    writeFileSync(join(disk, 'filling'), Buffer.alloc(bavail * bsize));
  };

  it('has room for what is under way, and for nothing new', async () => {
    open();
    await journal.check();
    await journal.write(line(1));
    fill();
    const long = 'x'.repeat(40_000);
    await journal.write({ ...line(2), companyId: long });
    await journal.write({ ...line(3), companyId: long });
    await expect(journal.check()).rejects.toThrow(/ENOSPC/);
    expect(await journal.isWritable()).toBe(false);
    rmSync(join(disk, 'filling'));
    await expect.poll(() => journal.check().then(() => 'room', String)).toBe('room');
    await journal.write(line(4));
    expect(numbersIn().toSorted()).toEqual([1, 2, 3, 4]);
    expect(existsSync(join(folder, 'reserve'))).toBe(true);
    expect(readdirSync(folder).filter((name) => name.startsWith('probe'))).toEqual([]);
  });

  it('without a reserve any more says so, and leaves no half a line', async () => {
    open();
    await journal.check();
    await journal.write(line(1));
    fill();
    const tooLong = 'x'.repeat(2_000_000);
    await expect(journal.write({ ...line(2), companyId: tooLong })).rejects.toThrow(JournalUnwritable);
    rmSync(join(disk, 'filling'));
    await expect.poll(() => journal.isWritable()).toBe(true);
    await journal.write(line(3));
    expect(numbersIn().toSorted()).toEqual([1, 3]);
  });
});
