import { describe, expect, it } from 'vitest';
import { runIn } from '../../../test/support/command-line.ts';
import { present } from '../../../test/support/storage-bench.ts';
import type { Closing, MonthArchive } from '../../operations/declarations/month-ports.ts';

const files = new Map<string, Uint8Array[]>();

/** An archive of months in memory. */
function archive(): MonthArchive {
  const closings: Closing[] = [];
  return {
    async keepFile(_, closingId, { name, content }) {
      const pieces: Uint8Array[] = [];
      for await (const piece of content) pieces.push(piece);
      files.set(`${closingId} ${name}`, pieces);
      return { name, bytes: pieces.reduce((size, { length }) => size + length, 0), sha256: 'ab' };
    },
    async close({ period }, closing, { by }) {
      const closed = { ...closing, period, by, closedMs: Date.UTC(2026, 1, 1) };
      closings.unshift(closed);
      return closed;
    },
    closings: async () => closings,
    closed: async () => closings.slice(0, 1),
    readSince: async () => '2026-02-01 00:00:00+00',
    touched: async () => [2],
    touching: async () => [],
    async *pieces(_, closingId, name) {
      yield* files.get(`${closingId} ${name}`) ?? [];
    },
    firstMonth: async () => ({ year: 2026, month: 1 }),
  };
}

const months = archive();
const MONTH = { companyId: 'c', ambiente: '00', period: { year: 2026, month: 1 } } as const;
/** A row of annex 1: a CCF of 10.00 and 1.30. */
const SOLD = `05/01/2026;4;03;${';'.repeat(5)}FICTICIA;0.00;0.00;10.00;1.30;0.00;0.00;10.00;;1;3;1\r\n`;

const run = (line: string) => runIn({ companies: ['00'], months }, `f07 ${line}`);

describe('closing months', { timeout: 60_000 }, () => {
  it('keeps the files, lists the month and finds no difference', async () => {
    const { json, text } = await run('close empresa-0 2026-01');
    expect(json).toMatchObject({ month: '2026-01', version: 1, new: true });
    expect(text[0]).toBe('Closed as version 1.');
    expect((await run('close empresa-0 2026-01')).text[0]).toBe('Closed before as version 1.');
    const listed = await run('months empresa-0');
    expect(listed.text.at(-1)).toMatch(/^2026-01 +changed +1 +2026-01-31T18:00:00-06:00 +2$/);
    const difference = await run('difference empresa-0 2026-01');
    expect([difference.exitCode, difference.text[0]]).toEqual([0, '1: 0 rows added, 0 removed, 0 changed.']);
    const first = run('difference empresa-0 2026-01 --version 1');
    await expect(first).rejects.toThrow('no closed version 1 with another before it');
  });

  it('compares a version with the one before it', async () => {
    const closing = { ...present((await months.closings(MONTH))[0]), version: 2, closingId: 'two' };
    const content = async function* () {
      yield Buffer.from(SOLD);
    };
    const file = { name: 'anexo01-2026-01.csv', content: content() };
    await months.keepFile('c', 'two', file);
    await months.close(MONTH, { ...closing, readSince: '', changeId: null }, { by: 'Ana' });
    const { exitCode, text } = await run('difference empresa-0 2026-01 --version 2');
    expect([exitCode, text[0]]).toEqual([1, '1: 1 rows added, 0 removed, 0 changed.']);
    expect(text.join('\n')).toMatch(
      /BEFORE +VERSION 2 +DIFFERENCE\n95 .* 0\.00 +10\.00 +10\.00\n135 .* 1\.30\n/,
    );
  });

  it('is refused where something has changed since, in the words of a terminal', async () => {
    for (const name of files.keys())
      if (name.endsWith('anexo01-2026-01.csv')) files.set(name, [Buffer.from('x;y\r\n')]);
    await expect(run('close empresa-0 2026-01')).rejects.toThrow('again with --amend.');
  });

  it('is refused before a month ends', async () => {
    await expect(run('close empresa-0 2999-01')).rejects.toThrow('todavía no termina');
  });
});
