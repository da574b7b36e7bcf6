import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import { describeOnDatabases } from '../../../test/support/database.ts';
import { insertDocuments, listedDocument } from '../../../test/support/listed-documents.ts';
import { sharedBench } from '../../../test/support/storage-bench.ts';
import { until } from '../../../test/support/until.ts';
import type { TipoDte } from '../../core/dte/kinds.ts';
import type { RememberedKind } from '../../operations/remembered/ports.ts';
import { createSearch } from '../listings/search-filler.ts';
import { createRememberedReader } from './remembered-reader.ts';

const DAY_MS = 86_400_000;

describeOnDatabases('what earlier sales name', (name) => {
  const bench = sharedBench(name);
  let companyId = '';
  let count = 0;
  beforeEach(async () => {
    companyId = await bench.addCompany();
  });
  const began = Date.now() - DAY_MS;

  /** Issues a document of this text, a second after the one before. */
  async function issued(
    tipoDte: TipoDte,
    draft: unknown,
    state: 'stamped' | 'rejected' = 'stamped',
  ): Promise<string> {
    count += 1;
    const seal = `2026${String(count).padStart(32, '0')}ABCD`;
    const document = {
      ...listedDocument(count, began),
      tipoDte,
      state,
      receptionStamp: state === 'stamped' ? seal : null,
      postedMs: began + count * 1_000,
    };
    await insertDocuments(bench, companyId, [document]);
    const text = typeof draft === 'string' ? draft : JSON.stringify(draft);
    await bench.asSuperuser('ALTER TABLE documents DISABLE TRIGGER ALL');
    await bench.asSuperuser`UPDATE documents SET draft = ${text} WHERE document_id = ${document.documentId}`;
    await bench.asSuperuser('ALTER TABLE documents ENABLE TRIGGER ALL');
    return document.documentId;
  }
  async function walk(): Promise<void> {
    const search = createSearch(bench.pool);
    // Documents are taken up once all transactions have ended that began before them, those of other tests too.
    await until(async () => {
      await search.extend(companyId);
      return !(await search.due(1_000, undefined)).includes(companyId);
    }, 'no documents that wait');
  }
  const reader = () => createRememberedReader(bench.pool);
  const found = (text: string, kind: RememberedKind = 'customer', types: readonly TipoDte[] = ['03', '01']) =>
    reader().search(companyId, { kind, types, text, most: 10 });
  /** All of a kind, those that were named last first. */
  const kept = async (kind: RememberedKind) =>
    (
      await bench.asSuperuser`SELECT title FROM remembered
        WHERE company_id = ${companyId} AND kind = ${kind} ORDER BY posted_at DESC`
    ).map(({ title }) => title);
  const titles = async (...asked: Parameters<typeof found>) =>
    (await found(...asked)).map(({ title }) => title);

  const ccf = (nombre: string, nit: string, nrc = '1234567') => ({ receptor: { nombre, nit, nrc } });
  const lines = (...cuerpoDocumento: readonly unknown[]) => ({ receptor: null, cuerpoDocumento });

  it('is found by the beginnings of words, numbers and codes', async () => {
    await issued('03', ccf('Ferretería «El Ñandú», S.A. de C.V.', '0614-010100-101-2', '7654-3'));
    await issued('03', ccf('Panadería Lupita', '061402020200020', '111'));
    await issued(
      '01',
      lines(
        { descripcion: 'Pan francés', codigo: 'PAN-01' },
        { descripcion: 'Harina de trigo', codigo: null },
      ),
    );
    await walk();
    for (const text of ['ferre', 'NANDU', 'el fer', '06140101001012', '0614-01', '76543', 'c.v'])
      expect(await titles(text)).toEqual(['Ferretería «El Ñandú», S.A. de C.V.']);
    expect(await titles('erre')).toEqual([]);
    expect(await titles('ferreteria lupita')).toEqual([]);
    expect(await titles('')).toEqual([]);
    expect(await kept('customer')).toEqual(['Panadería Lupita', 'Ferretería «El Ñandú», S.A. de C.V.']);
    for (const text of ['pan', 'pan-01', 'fran', 'fránces pan'])
      expect(await titles(text, 'product')).toEqual(['Pan francés']);
    expect(await found('hari', 'product')).toMatchObject([{ title: 'Harina de trigo', code: null, line: 2 }]);
  });

  it('is what the newest document of the first type says', async () => {
    await issued('03', ccf('Nombre viejo', '0614-010100-101-2'));
    const newest = await issued('03', ccf('Nombre nuevo', '06140101001012'));
    await issued('01', { receptor: { nombre: 'Como persona', numDocumento: '06140101001012' } });
    await walk();
    expect(await found('06140101001012')).toMatchObject([{ title: 'Nombre nuevo', documentId: newest }]);
    expect(await titles('06140101001012', 'customer', ['01', '03'])).toEqual(['Como persona']);
    expect(await titles('viejo')).toEqual([]);
    const [remembered] = await found('nuevo');
    expect(await reader().find(companyId, { kind: 'customer', tipoDte: '03', item: 'nada' })).toBeNull();
    expect(
      await reader().find(companyId, {
        kind: 'customer',
        tipoDte: '03',
        item: remembered?.item ?? '',
      }),
    ).toEqual(remembered);
  });

  it('is nothing that was rejected, that has no number or that cannot be read', async () => {
    await issued('03', ccf('Rechazado', '061401'), 'rejected');
    await issued('01', { receptor: { nombre: 'Sin número', numDocumento: null } });
    await issued('01', 'no JSON');
    await issued('01', 'null');
    await issued('01', lines({ descripcion: 'x'.repeat(251), codigo: null }, { descripcion: '' }));
    await walk();
    expect([...(await kept('customer')), ...(await kept('product'))]).toEqual([]);
  });

  it('is one company’s, and of a long document the first 100 lines', async () => {
    await issued(
      '01',
      lines(...Array.from({ length: 101 }, (_, at) => ({ descripcion: `Cosa ${at + 1}.` }))),
    );
    await walk();
    const mine = companyId;
    companyId = await bench.addCompany();
    expect(await titles('cosa', 'product')).toEqual([]);
    companyId = mine;
    expect(await titles('cosa 100', 'product')).toEqual(['Cosa 100.']);
    expect(await titles('cosa 101', 'product')).toEqual([]);
  });

  it('forgets what was named longest ago, with its words', async () => {
    for (const [at, nombre] of ['Uno', 'Dos', 'Tres'].entries())
      await issued('03', ccf(nombre, `06140${at}`));
    await walk();
    const [pass] = await bench.asSuperuser`SELECT set_config('sello.company_id', ${companyId}, false),
      forget_remembered(${companyId}::uuid, 'customer', '03', 2)`;
    expect(pass).toBeDefined();
    expect(await kept('customer')).toEqual(['Tres', 'Dos']);
    const words = await bench.asSuperuser`SELECT word FROM remembered_words
      WHERE company_id = ${companyId} ORDER BY word`;
    expect(words.map(({ word }) => word)).toEqual(['061401', '061402', '1234567', '1234567', 'dos', 'tres']);
  });

  it('comes by again where the search was taken back', async () => {
    await issued('03', ccf('Primero', '061401'));
    await walk();
    await bench.asSuperuser(`DELETE FROM document_search WHERE company_id = $1`, [companyId]);
    await bench.asSuperuser`UPDATE search_progress SET position = 0, posted_at = '-infinity',
      document_id = '00000000-0000-0000-0000-000000000000' WHERE company_id = ${companyId}`;
    await createSearch(bench.pool).extend(companyId);
    await walk();
    expect(await titles('prim')).toEqual(['Primero']);
    expect(await createSearch(bench.pool).due(1_000, undefined)).not.toContain(companyId);
  });

  it('makes a company due that was searched before anything was remembered', async () => {
    await issued('03', ccf('Primero', '061401'));
    await walk();
    await bench.asSuperuser('DELETE FROM remembered_progress WHERE company_id = $1', [companyId]);
    expect(await createSearch(bench.pool).due(1_000, randomUUID())).toContain(companyId);
  });
});
