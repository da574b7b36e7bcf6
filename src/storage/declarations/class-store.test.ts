import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { describeOnDatabases } from '../../../test/support/database.ts';
import {
  insertDocuments,
  type ListedDocument,
  listedDocument,
} from '../../../test/support/listed-documents.ts';
import { present, sharedBench } from '../../../test/support/storage-bench.ts';
import { NO_CLASS, NO_CLASSES } from '../../core/declaring/given-class.ts';
import { USUAL_CRITERIA } from '../../operations/declarations/criteria-words.ts';
import { createClassStore } from './class-store.ts';
import { createMonthArchive } from './month-archive.ts';

const CRITERIA = { ...USUAL_CRITERIA, classes: NO_CLASSES };
const FILTER = {
  types: ['03'],
  establishment: null,
  references: null,
  activityCode: null,
  areUnclassed: false,
} as const;

describeOnDatabases('codes of documents', (name) => {
  const bench = sharedBench(name);
  let number = 0;

  function stamped(tipoDte: '03' | '05', posted: string): ListedDocument {
    number += 1;
    const listed = listedDocument(number, 0);
    const series = `DTE-${tipoDte}-M001P001-${String(number).padStart(15, '0')}`;
    const at = { postedMs: Date.parse(`${posted}T12:00-06:00`), controlNumber: series, tipoDte };
    return { ...listed, ...at, state: 'contingency', receptionStamp: null };
  }

  /** A CCF of June with codes of its own, or none, and a note against it of each month from June to August; July is closed. */
  async function adjusted(codes: string | null) {
    const companyId = await bench.addCompany();
    const ccf = stamped('03', '2026-06-10');
    const notes = ['2026-06-20', '2026-07-20', '2026-08-20'].map((day) => stamped('05', day));
    await bench.asSuperuser('SET session_replication_role = replica');
    await insertDocuments(bench, companyId, [ccf]);
    for (const note of notes) {
      await insertDocuments(bench, companyId, [{ ...note, tipoDte: '03' }]);
      await bench.asSuperuser`UPDATE documents
        SET doc_type = '05', adjusts = ${ccf.documentId}, adjust_mode = 'full', adjusted_gross = 1, adjusted_net = 1
        WHERE document_id = ${note.documentId}`;
    }
    await bench.asSuperuser`UPDATE documents SET income_class = ${codes} WHERE document_id = ${ccf.documentId}`;
    await bench.asSuperuser('RESET session_replication_role');
    const archive = createMonthArchive(bench.pool);
    const july = { companyId, ambiente: '00', period: { year: 2026, month: 7 } } as const;
    const readSince = await archive.readSince(companyId);
    const closing = {
      closingId: randomUUID(),
      version: 1,
      criteria: CRITERIA,
      files: [],
      readSince,
      changeId: null,
    };
    present(await archive.close(july, closing, { by: 'Ana' }));
    const own = async () => {
      const rows = await bench.asSuperuser`SELECT own_class(d) AS own FROM documents d
        WHERE company_id = ${companyId} AND doc_type = '05' ORDER BY posted_at`;
      return rows.map((row) => row['own']);
    };
    return { june: { ...july, period: { year: 2026, month: 6 } }, july, own };
  }

  it('are those of its CCF for a note, but as they were declared where its month is closed', async () => {
    const { june, own } = await adjusted('{"income_type": 4}');
    const store = createClassStore(bench.pool);
    const change = { filter: FILTER, given: { ...NO_CLASS, incomeType: 2 } };
    expect(await store.change(june, change, { by: 'Eva' })).toMatchObject({ documents: 1 });
    expect(await own()).toEqual([{ income_type: 2 }, { income_type: 4 }, { income_type: 2 }]);
    await store.change(june, { ...change, given: { ...NO_CLASS, incomeType: 5 } }, { by: 'Eva' });
    expect(await own()).toEqual([{ income_type: 5 }, { income_type: 4 }, { income_type: 5 }]);
  });

  it('are changed from the first instant of a month to its last, and counted so before', async () => {
    const companyId = await bench.addCompany();
    const instants = [
      '05-31T23:59:59.999',
      '06-01T00:00',
      '06-15T12:00',
      '06-30T23:59:59.999',
      '07-01T00:00',
    ];
    await insertDocuments(
      bench,
      companyId,
      instants.map((text) => ({
        ...stamped('03', '2026-06-01'),
        postedMs: Date.parse(`2026-${text}-06:00`),
      })),
    );
    const store = createClassStore(bench.pool);
    const june = { companyId, ambiente: '00', period: { year: 2026, month: 6 } } as const;
    expect(await store.count(june, FILTER)).toBe(3);
    const change = { filter: FILTER, given: { ...NO_CLASS, incomeType: 2 } };
    expect(await store.change(june, change, { by: 'Eva' })).toMatchObject({ documents: 3 });
    expect(await store.count(june, { ...FILTER, areUnclassed: true })).toBe(0);
    const others = { ...june, period: { year: 2026, month: 7 } };
    expect(await store.groups(others, FILTER)).toMatchObject([{ own: null, documents: 1 }]);
    const groups = await store.groups(june, FILTER);
    expect(new Set(groups.map(({ own }) => own?.incomeType))).toEqual(new Set([2]));
  });

  it('are none for a note that was declared with none', async () => {
    const { june, july, own } = await adjusted(null);
    const store = createClassStore(bench.pool);
    await store.change(june, { filter: FILTER, given: { ...NO_CLASS, incomeType: 2 } }, { by: 'Eva' });
    expect(await own()).toEqual([{ income_type: 2 }, {}, { income_type: 2 }]);
    expect(await store.groups(july, { ...FILTER, types: ['05'] })).toMatchObject([
      { own: null, documents: 1 },
    ]);
  });
});
