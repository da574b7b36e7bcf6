import { describe, expect, it } from 'vitest';
import { createDocumentReader } from '../../src/storage/documents/document-view.ts';
import { citus } from '../support/database.ts';
import { insertDocuments, listedDocument } from '../support/listed-documents.ts';
import { sharedBench } from '../support/storage-bench.ts';

describe.skipIf(!citus.available)('a document on Citus', () => {
  const bench = sharedBench('Citus');

  it('is read at the server of its company, by its reference and by its identifier', async () => {
    const companyId = await bench.addCompany();
    const document = listedDocument(1, Date.now());
    await insertDocuments(bench, companyId, [document]);
    const reader = createDocumentReader(bench.pool, false);
    for (const idOrRef of [document.externalRef, document.documentId]) {
      const view = await reader.view(companyId, { idOrRef, bytes: true });
      expect(view?.record).toMatchObject({
        documentId: document.documentId,
        externalRef: document.externalRef,
      });
    }
    expect(await reader.view(companyId, { idOrRef: 'another one', bytes: true })).toBeNull();
  });
});
