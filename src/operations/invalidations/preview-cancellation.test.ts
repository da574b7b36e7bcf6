import { beforeEach, describe, expect, it } from 'vitest';
import { exampleCompany } from '../../../test/support/example-company.ts';
import { exampleLine, exampleOrder } from '../../../test/support/example-order.ts';
import { exampleContribuyente } from '../../../test/support/example-parties.ts';
import { REJECTED, STAMPED } from '../../../test/support/issuing-bench.ts';
import { sharedIssuing } from '../../../test/support/shared-issuing.ts';
import type { InvalidationWish, PersonWish } from '../../core/adjusting/read-motivo.ts';
import { createInvalidationStore } from '../../storage/invalidations/invalidation-store.ts';
import type { Reception } from '../authority/ports.ts';
import { type CancellationPreviewContext, previewCancellation } from './preview-cancellation.ts';

const bench = sharedIssuing('PostgreSQL 18');
let context: CancellationPreviewContext;

beforeEach(async () => {
  context = {
    ...bench.context,
    payloadOf: (jws) => jws.replace(/^signature \d+ of /, ''),
    invalidations: createInvalidationStore(bench.storage.pool),
  };
});

const PERSON: PersonWish = { name: 'Ana Ficticia', documentType: '13', documentNumber: '00000001-8' };
const RESCISSION: InvalidationWish = {
  type: 2,
  reason: 'Se deshizo',
  responsible: PERSON,
  requester: PERSON,
  replacement: null,
};

async function sell(answer: Reception = STAMPED): Promise<string> {
  bench.authority.answer({ submit: [answer] });
  const order = exampleOrder({ tipoDte: '03', customer: exampleContribuyente(), lines: [exampleLine()] });
  return (await bench.issued({ externalRef: 'ccf', order })).record.documentId;
}

function preview(wish: Partial<InvalidationWish> = {}, file: Readonly<Record<string, unknown>> = {}) {
  const { companyId } = bench;
  const company = exampleCompany({ slug: `c-${companyId.slice(0, 13)}`, ...file });
  return previewCancellation(context, {
    issuer: { companyId, company },
    idOrRef: 'ccf',
    wish: { ...RESCISSION, ...wish },
  });
}

describe('what cancelling would make', () => {
  it('is the event as it would be sent, without a signature', async () => {
    const documentId = await sell();
    const event = await preview();
    expect(event).toMatchObject({ kind: 'event', record: { documentId } });
    if (event.kind !== 'event') return;
    expect(JSON.parse(event.text)).toMatchObject({
      documento: { tipoDte: '03' },
      motivo: { tipoAnulacion: 2, motivoAnulacion: 'Se deshizo', nombreSolicita: 'Ana Ficticia' },
    });
    expect(await context.invalidations.subject(bench.companyId, event.record.documentId)).toMatchObject({
      invalidation: null,
    });
  });

  it('is a note of all of it once the window is over', async () => {
    await sell();
    const windows = { direct_invalidation_business_day: 0 };
    expect(await preview({}, { windows })).toMatchObject({
      kind: 'note',
      preview: { tipoDte: '05', ccfRemaining: '0.00' },
    });
  });

  it('is refused with all that is wrong', async () => {
    await sell();
    expect(await preview({ type: 1, requester: { ...PERSON, documentNumber: '1' } })).toMatchObject({
      kind: 'refused',
      problems: [{ path: 'requester.document_number' }, { path: 'replacement_document_id' }],
    });
  });

  it('is nothing of what has no seal, or is not there', async () => {
    expect(await preview()).toMatchObject({ code: 'document_not_found' });
    await sell(REJECTED);
    expect(await preview()).toMatchObject({ code: 'not_stamped' });
  });
});
