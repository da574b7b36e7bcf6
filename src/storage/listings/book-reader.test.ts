import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { describeOnDatabases } from '../../../test/support/database.ts';
import { insertDocuments, listedDocument } from '../../../test/support/listed-documents.ts';
import { shared } from '../../../test/support/shared.ts';
import { sharedBench } from '../../../test/support/storage-bench.ts';
import { parseDocumentId } from '../../core/identifiers/document-id.ts';
import { createBookReader } from './book-reader.ts';

describeOnDatabases('what the books say of documents', (name) => {
  const bench = sharedBench(name);
  const reader = shared(() => createBookReader(bench.pool));

  /** What is told of one document with this draft, by its company and by another. */
  async function told(draft: string) {
    const companyId = await bench.addCompany();
    const one = {
      ...listedDocument(1, Date.UTC(2026, 10, 20)),
      documentId: randomUUID(),
      state: 'contingency' as const,
      receptionStamp: null,
    };
    await insertDocuments(bench, companyId, [one]);
    await bench.asSuperuser`UPDATE documents SET draft = ${draft} WHERE document_id = ${one.documentId}`;
    const id = parseDocumentId(one.documentId);
    if (id === null) throw new Error('no identifier');
    const foreign = await reader.facts(await bench.addCompany(), [id]);
    expect(foreign.size).toBe(0);
    const { summary, ...facts } = (await reader.facts(companyId, [id])).get(id) ?? {};
    expect(summary?.amountTotal).toBe((one.cents / 100).toFixed(2));
    return facts;
  }
  const NOTHING = {
    partyNumber: null,
    partyNumberType: null,
    nrc: null,
    exempt: null,
    nonSubject: null,
    vatPerceived: null,
    adjusted: null,
  };

  it.each([
    [
      {
        receptor: { nit: '06140202020024', nrc: '7654321' },
        resumen: { totalExenta: 1.5, totalNoSuj: 0, ivaPerci1: 12345678.9 },
        documentoRelacionado: null,
      },
      {
        partyNumber: '06140202020024',
        partyNumberType: '36',
        nrc: '7654321',
        exempt: '1.5',
        nonSubject: '0',
        vatPerceived: '12345678.9',
      },
    ],
    [
      {
        receptor: { tipoDocumento: '13', numDocumento: '00000001-8', nrc: null },
        resumen: { ivaPerci: 0.01, ivaPerci1: 9 },
        documentoRelacionado: [{ numeroDocumento: 'A' }, { numeroDocumento: 'B' }],
      },
      { partyNumber: '00000001-8', partyNumberType: '13', vatPerceived: '0.01', adjusted: 'A' },
    ],
    [{ sujetoExcluido: { numDocumento: '000000018' } }, { partyNumber: '000000018' }],
    [{ receptor: null }, {}],
    [[], {}],
  ])('%j', async (draft, facts) => {
    expect(await told(JSON.stringify(draft))).toEqual({ ...NOTHING, ...facts });
  });

  it('nothing but what the row says of one that cannot be read', async () => {
    expect(await told('kein JSON')).toEqual(NOTHING);
  });
});
