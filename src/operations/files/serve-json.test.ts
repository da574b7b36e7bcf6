import { expect, it } from 'vitest';
import { STAMP } from '../../../test/support/answers.ts';
import { describeOnDatabases } from '../../../test/support/database.ts';
import { codeOf, controlNumberOf, refOf, sealOf } from '../../../test/support/identifiers.ts';
import { SILENT, STAMPED } from '../../../test/support/issuing-bench.ts';
import { shared } from '../../../test/support/shared.ts';
import { sharedIssuing } from '../../../test/support/shared-issuing.ts';
import { claimRequest, heldOf, present } from '../../../test/support/storage-bench.ts';
import { createDocumentReader } from '../../storage/documents/document-view.ts';
import type { DocumentReader, DocumentView } from '../documents/reading-ports.ts';
import type { ArchiveGuard } from './ports.ts';
import { serveJson } from './serve.ts';

describeOnDatabases('the signed file of a document', (name) => {
  const bench = sharedIssuing(name);
  const documents = shared(() => createDocumentReader(bench.storage.pool, false));

  /** The bench's signatures are the payload behind a few words. */
  const payloadOf = (jws: string) => (jws.startsWith('signature') ? jws.slice(jws.indexOf('{')) : null);
  const withheld: string[] = [];
  const guard: ArchiveGuard = {
    payload: async (_companyId, { jws }) => payloadOf(jws),
    withheld: (_companyId, _documentId, column) => void withheld.push(column),
  };
  const serve = (idOrRef: string) => serveJson({ documents, guard }, bench.companyId, idOrRef);
  const textOf = async (idOrRef: string) => {
    const signedFile = await serve(idOrRef);
    if (signedFile.kind === 'refused') throw new Error(signedFile.detail);
    return signedFile.text;
  };

  it('is the signed text with signature and seal', async () => {
    bench.authority.answer({ submit: [STAMPED] });
    const { record } = await bench.issued();
    const jws = bench.sentBytes()[0] ?? '';
    const text = await textOf('ref');
    const parsed: unknown = JSON.parse(text);
    expect(parsed).toMatchObject({
      identificacion: { numeroControl: record.numeroControl },
      firmaElectronica: jws,
      selloRecibido: STAMP.selloRecibido,
    });
    expect(text.startsWith(payloadOf(jws)?.slice(0, -1) ?? 'none')).toBe(true);
    expect(await textOf(record.documentId)).toBe(text);
  });

  it('has no seal in contingency', async () => {
    bench.authority.answer({ submit: [SILENT], consult: [SILENT] });
    await bench.issued();
    const parsed: unknown = JSON.parse(await textOf('ref'));
    expect(parsed).toHaveProperty('firmaElectronica', bench.authority.sent[0]?.jws);
    expect(parsed).not.toHaveProperty('selloRecibido');
  });

  it('does not exist before anything was signed, nor for what is not there', async () => {
    heldOf(await bench.store.claim(claimRequest(bench.companyId, { externalRef: refOf('ref') })));
    const absent = await serve('nothing');
    expect(absent).toMatchObject({ kind: 'refused', code: 'document_not_found' });
    expect(await serve('ref')).toEqual(absent);
  });

  it.each<[string, Partial<DocumentView['record']> | null]>([
    ['jws', null],
    ['control_number', { numeroControl: controlNumberOf('DTE-01-M001P001-000000000000009') }],
    ['generation_code', { codigoGeneracion: codeOf('other') }],
    ['reception_stamp', { selloRecibido: sealOf('F') }],
  ])('is not delivered where its %s is damaged', async (column, changes) => {
    const answer = { status: 200, body: JSON.stringify(STAMP) };
    bench.authority.answer({ submit: [{ ...STAMPED, raw: answer }] });
    await bench.issued();
    const damaged: DocumentReader = {
      async view(companyId, read) {
        const view = present(await documents.view(companyId, read));
        return { ...view, record: Object.assign({}, view.record, changes) };
      },
    };
    const blind: ArchiveGuard = changes === null ? { ...guard, payload: async () => null } : guard;
    const parts = { documents: damaged, guard: blind };
    withheld.length = 0;
    const refused = await serveJson(parts, bench.companyId, 'ref');
    expect([refused, withheld]).toEqual([expect.objectContaining({ code: 'archive_damaged' }), [column]]);
  });
});
