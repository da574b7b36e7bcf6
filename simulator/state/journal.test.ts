import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Journal, openJournal, type Position } from './journal.ts';

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'journal-'));
  file = join(folder, 'below', 'state.jsonl');
});

afterEach(() => rm(folder, { recursive: true }));

async function reopened(): Promise<{ journal: Journal; entries: unknown[]; positions: Position[] }> {
  const entries: unknown[] = [];
  const positions: Position[] = [];
  const journal = await openJournal(file, (entry, position) => {
    entries.push(entry);
    positions.push(position);
  });
  return { journal, entries, positions };
}

it('replays what was appended, in order, with positions that read back', async () => {
  const { journal } = await reopened();
  const all = Array.from({ length: 500 }, (_, index) => ({ index, text: 'ñ'.repeat(index) }));
  const appended = all.map((entry) => journal.append(entry));
  await Promise.all(appended.map(({ durable }) => durable));
  await journal.close();
  const again = await reopened();
  expect(again.entries).toEqual(all);
  expect(again.positions).toEqual(appended.map(({ at, length }) => ({ at, length })));
  expect(await again.journal.read(again.positions[321] ?? { at: 0, length: 0 })).toEqual(all[321]);
  await again.journal.close();
});

it('has every line in the file once it is durable', async () => {
  const { journal } = await reopened();
  await journal.append({ n: 1 }).durable;
  expect(await readFile(file, 'utf8')).toBe('{"n":1}\n');
  journal.append({ n: 2 });
  await journal.flushed();
  expect(await readFile(file, 'utf8')).toBe('{"n":1}\n{"n":2}\n');
  await journal.close();
});

it.each(['{"n":2,"te', '{"n":2,"te\n'])('cuts off a torn last line: %j', async (torn) => {
  const first = await reopened();
  await first.journal.append({ n: 1 }).durable;
  await first.journal.close();
  await appendFile(file, torn);
  const second = await reopened();
  expect(second.entries).toEqual([{ n: 1 }]);
  await second.journal.append({ n: 3 }).durable;
  await second.journal.close();
  const third = await reopened();
  expect(third.entries).toEqual([{ n: 1 }, { n: 3 }]);
  await third.journal.close();
});

it('refuses a file that is damaged before its end', async () => {
  const { journal } = await reopened();
  await journal.close();
  await writeFile(file, '{"n":1}\n{"n":\n{"n":3}\n');
  await expect(reopened()).rejects.toThrow('damaged at byte 8');
});

it('tells the writer when the disk did not take a line', async () => {
  const { journal } = await reopened();
  await journal.close();
  await expect(journal.append({ n: 1 }).durable).rejects.toThrow();
});
