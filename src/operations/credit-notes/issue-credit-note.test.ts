import { beforeEach, describe, expect, it } from 'vitest';
import { exampleCompany } from '../../../test/support/example-company.ts';
import { exampleLine, exampleOrder } from '../../../test/support/example-order.ts';
import { exampleContribuyente } from '../../../test/support/example-parties.ts';
import { refOf } from '../../../test/support/identifiers.ts';
import { ABSENT, REJECTED, SILENT, STAMPED } from '../../../test/support/issuing-bench.ts';
import { sharedIssuing } from '../../../test/support/shared-issuing.ts';
import { present } from '../../../test/support/storage-bench.ts';
import type { Refusal } from '../../core/refusals/refusal.ts';
import type { DocumentStore } from '../documents/ports.ts';
import { type CreditNoteContext, type IssuedNote, issueCreditNote } from './issue-credit-note.ts';
import type { CreditNoteRequest } from './prepare-note.ts';

const SILENCE = { submit: [SILENT], consult: [SILENT] };

const bench = sharedIssuing('PostgreSQL 18');
let context: CreditNoteContext;

beforeEach(() => {
  context = {
    ...bench.context,
    payloadOf: (jws) => jws.replace(/^signature \d+ of /, ''),
  };
});

/** A stamped CCF over ten breads, 11.30 with VAT. */
async function sell(externalRef: string) {
  bench.authority.answer({ submit: [STAMPED] });
  const lines = [exampleLine({ quantity: 10 })];
  const order = exampleOrder({ tipoDte: '03', customer: exampleContribuyente(), lines });
  return (await bench.issued({ externalRef, order })).record;
}

function give(
  changes: Partial<CreditNoteRequest> = {},
  store: DocumentStore = bench.store,
): Promise<IssuedNote | Refusal> {
  const { companyId } = bench;
  const issuer = { companyId, company: exampleCompany({ slug: `c-${companyId.slice(0, 13)}` }) };
  return issueCreditNote(
    { ...context, store },
    {
      issuer,
      externalRef: refOf('nota'),
      ccf: 'ccf',
      mode: 'clone',
      lines: [],
      observations: null,
      ...changes,
    },
  );
}

async function given(changes: Partial<CreditNoteRequest> = {}, store?: DocumentStore): Promise<IssuedNote> {
  const outcome = await give(changes, store);
  if (outcome.kind === 'refused') throw new Error(`refused: ${outcome.code} ${outcome.detail}`);
  return outcome;
}

/** The payloads that were sent, notes only. */
function sentNotes() {
  return bench.authority.sent
    .filter(({ tipoDte }) => tipoDte === '05')
    .map(({ jws }) => JSON.parse(present(context.payloadOf(jws))));
}

describe('a credit note', () => {
  it('is sent as a document of its own type, and stands on its CCF', async () => {
    const ccf = await sell('ccf');
    bench.authority.answer({ submit: [STAMPED] });
    const note = await given({ mode: 'full' });
    expect(note).toMatchObject({ isDuplicate: false, record: { tipoDte: '05', state: 'stamped' }, ccf });
    expect(note.standing.notes).toMatchObject([{ documentId: note.record.documentId, mode: 'full' }]);
    expect(sentNotes()).toMatchObject([
      { documentoRelacionado: [{ numeroDocumento: ccf.codigoGeneracion, fechaEmision: '2026-11-20' }] },
    ]);
  });
});

describe('a credit note without an answer', () => {
  it('takes a changed payload once nothing of the first can have arrived', async () => {
    await sell('ccf');
    const some = (quantity: number) => ({ mode: 'lines', lines: [exampleLine({ quantity })] }) as const;
    bench.authority.answer(SILENCE);
    const first = await given(some(3));
    expect(first.record.state).toBe('contingency');
    bench.authority.answer({ consult: [ABSENT] });
    expect((await given(some(9))).record).toMatchObject({ state: 'contingency', hasWanted: true });
    expect(await give({ externalRef: refOf('otra'), ...some(2) })).toMatchObject({ code: 'ccf_exceeded' });
    await bench.ageAttempts('16 minutes');
    // The CCF is the one that the authority has to show before its "absent" is believed.
    bench.authority.answer({ consult: [ABSENT, STAMPED, ABSENT], submit: [STAMPED] });
    await bench.revalidate(first.record.documentId);
    expect(sentNotes().map(({ resumen }) => resumen.montoTotalOperacion)).toEqual([3.39, 10.17]);
    const standing = await context.standings.standing(bench.companyId, present(first.ccf).documentId);
    expect(standing.notes).toMatchObject([{ state: 'stamped', amounts: { gross: 1_017_000_000n } }]);
  });
});

describe('a credit note that somebody else issues meanwhile', () => {
  /** A store whose first claim finds that another node has just issued the note. */
  function overtaken(byRequest: Partial<CreditNoteRequest>): DocumentStore {
    let isFirst = true;
    return {
      ...bench.store,
      async claim(request) {
        if (isFirst) {
          isFirst = false;
          await given(byRequest);
        }
        return bench.store.claim(request);
      },
    };
  }

  it('on another CCF and in vain is issued on that one', async () => {
    const ccf = await sell('ccf');
    await sell('otro');
    bench.authority.answer({ submit: [REJECTED, STAMPED] });
    const note = await given({ ccf: 'otro', observations: 'x' }, overtaken({ ccf: 'ccf' }));
    expect(note).toMatchObject({ ccf: { documentId: ccf.documentId }, record: { state: 'stamped' } });
    expect(sentNotes().map(({ documentoRelacionado: [one] }) => one.numeroDocumento)).toEqual([
      ccf.codigoGeneracion,
      ccf.codigoGeneracion,
    ]);
  });

  it('on another CCF is the original, on that one', async () => {
    const ccf = await sell('ccf');
    await sell('otro');
    bench.authority.answer({ submit: [STAMPED] });
    const note = await given({ ccf: 'otro' }, overtaken({ ccf: 'ccf' }));
    expect(note).toMatchObject({ isDuplicate: true, ccf: { documentId: ccf.documentId } });
    expect(sentNotes()).toHaveLength(1);
  });

  it('between two looks is the original, though it has left nothing of the CCF', async () => {
    await sell('ccf');
    bench.authority.answer({ submit: [STAMPED] });
    const { standings } = context;
    let isFirst = true;
    context = {
      ...context,
      standings: {
        ...standings,
        async noteGround(companyId, externalRef, named) {
          if (!isFirst) return standings.noteGround(companyId, externalRef, named);
          isFirst = false;
          await given({ mode: 'full' });
          return { ...(await standings.noteGround(companyId, externalRef, named)), existing: null };
        },
      },
    };
    expect(await given({ mode: 'full' })).toMatchObject({ isDuplicate: true, record: { state: 'stamped' } });
    expect(sentNotes()).toHaveLength(1);
  });

  it('under another reference may leave nothing, which only the claim sees', async () => {
    await sell('ccf');
    bench.authority.answer({ submit: [STAMPED] });
    expect(await give({}, overtaken({ externalRef: refOf('otra'), mode: 'full' }))).toMatchObject({
      code: 'ccf_invalidated',
    });
    expect(sentNotes()).toHaveLength(1);
  });
});
