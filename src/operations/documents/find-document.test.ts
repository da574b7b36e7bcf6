import { expect, it } from 'vitest';
import { describeOnDatabases } from '../../../test/support/database.ts';
import { openIssuingBench, STAMPED } from '../../../test/support/issuing-bench.ts';
import { sharedIssuing } from '../../../test/support/shared-issuing.ts';
import { findDocument } from './find-document.ts';

describeOnDatabases('finding a document', (name) => {
  const bench = sharedIssuing(name);

  it('answers with the record, by id and by reference', async () => {
    bench.answer({ submit: [STAMPED] });
    const { record } = await bench.issued({ externalRef: 'pedido-7' });
    const found = { kind: 'found', record };
    expect(await findDocument(bench.store, bench.companyId, 'pedido-7')).toEqual(found);
    expect(await findDocument(bench.store, bench.companyId, record.documentId)).toEqual(found);
  });

  it('refuses another company’s exactly as one that does not exist', async () => {
    const other = await openIssuingBench(bench.storage);
    other.authority.answer({ submit: [STAMPED] });
    const { record } = await other.issued({ externalRef: 'theirs' });
    const absent = await findDocument(bench.store, bench.companyId, 'nothing');
    expect(absent).toMatchObject({ kind: 'refused', code: 'document_not_found', status: 404 });
    for (const idOrRef of ['theirs', record.documentId]) {
      expect(await findDocument(bench.store, bench.companyId, idOrRef)).toEqual(absent);
    }
  });
});
