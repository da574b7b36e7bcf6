import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { describeOnDatabases } from '../../../test/support/database.ts';
import { sharedBench } from '../../../test/support/storage-bench.ts';
import { NO_CLASS, NO_CLASSES } from '../../core/declaring/given-class.ts';
import { USUAL_CRITERIA } from '../../operations/declarations/criteria-words.ts';
import { inCompany } from '../connection/transaction.ts';
import { createClassStore } from './class-store.ts';
import { createMonthArchive } from './month-archive.ts';

const CRITERIA = { ...USUAL_CRITERIA, classes: NO_CLASSES };

async function* content(...sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  for (const [index, size] of sizes.entries()) yield Buffer.alloc(size, index + 65);
}

describeOnDatabases('the archive of closed months', (name) => {
  const bench = sharedBench(name);

  async function closed() {
    const companyId = await bench.addCompany();
    const archive = createMonthArchive(bench.pool);
    const month = { companyId, ambiente: '00', period: { year: 2026, month: 1 } } as const;
    const close = async (version: number, changeId: string | null = null) => {
      const closingId = randomUUID();
      const file = { name: 'anexo01-2026-01.csv', content: content(700_000, 700_000, 3) };
      const files = [await archive.keepFile(companyId, closingId, file)];
      const readSince = await archive.readSince(companyId);
      const closing = { closingId, version, criteria: CRITERIA, files, readSince, changeId };
      return archive.close(month, closing, { by: 'Ana' });
    };
    return { companyId, archive, month, close };
  }

  async function read(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
    const all: Uint8Array[] = [];
    for await (const piece of pieces) all.push(piece);
    return Buffer.concat(all);
  }

  it('keeps files in pieces, and gives them back whole', async () => {
    const { companyId, archive, month, close } = await closed();
    const first = await close(1);
    expect(first).toMatchObject({ version: 1, by: 'Ana', files: [{ bytes: 1_400_003 }] });
    const bytes = await read(archive.pieces(companyId, first?.closingId ?? '', 'anexo01-2026-01.csv'));
    expect(bytes.equals(await read(content(700_000, 700_000, 3)))).toBe(true);
    expect(await close(1)).toBe(null);
    const second = await close(2);
    expect(await archive.closings(month)).toEqual([second, first]);
    expect(await archive.closed(companyId, '00')).toEqual([second]);
    expect(await archive.closed(companyId, '01')).toEqual([]);
  });

  it('closes no month whose classes were changed meanwhile, and changes none of a closed one', async () => {
    const { month, close } = await closed();
    const classes = createClassStore(bench.pool);
    const filter = {
      types: ['01'],
      establishment: null,
      references: null,
      activityCode: null,
      areUnclassed: false,
    } as const;
    const change = { filter, given: { ...NO_CLASS, incomeType: 2 } };
    const made = await classes.change(month, change, { by: 'Ana' });
    expect(made).toMatchObject({ by: 'Ana', documents: 0, filter });
    expect(await close(1)).toBe(null);
    expect(await close(1, made?.changeId)).toMatchObject({ version: 1 });
    expect(await classes.change(month, change, { by: 'Ana' })).toBe(null);
    expect(await classes.changes(month)).toEqual([made]);
  });

  it('is changed by nobody, and seen by no other company', async () => {
    const { companyId, close } = await closed();
    await close(1);
    const stranger = await bench.addCompany();
    const tables = ['month_closings', 'closing_files', 'closing_pieces', 'class_changes', 'document_classes'];
    for (const table of tables) {
      for (const statement of [`UPDATE ${table} SET company_id = company_id`, `DELETE FROM ${table}`])
        await expect(inCompany(bench.pool, companyId, (client) => client.query(statement))).rejects.toThrow(
          'permission denied',
        );
      const seen = await inCompany(bench.pool, stranger, (client) => client.query(`SELECT FROM ${table}`));
      expect([table, seen.rowCount]).toEqual([table, 0]);
    }
  });
});
