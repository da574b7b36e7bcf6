import { describe, expect, it } from 'vitest';
import { exampleMail } from '../../../test/mail/example-mail.ts';
import { viewOf } from '../../../test/support/document-view.ts';
import { codeOf, controlNumberOf, idOf, sealOf } from '../../../test/support/identifiers.ts';
import { inState } from '../../../test/support/in-state.ts';
import { taxedAmounts } from '../../../test/support/note-amounts.ts';
import { readingStore } from '../../../test/support/reading-store.ts';
import type { NoteStanding } from '../../core/adjusting/standing.ts';
import type { InvalidationState } from '../../core/submitting/states.ts';
import type { DocumentRecord } from '../documents/ports.ts';
import type { InvalidationSubject } from '../invalidations/ports.ts';
import type { PaperOrder } from './ports.ts';
import { type PaperParts, servePaper } from './serve.ts';

const { record: RECORD } = exampleMail();
const CCF: DocumentRecord = { ...RECORD, documentId: idOf('ccf'), tipoDte: '03' };
const GENUINE = JSON.stringify({
  identificacion: { numeroControl: CCF.numeroControl, codigoGeneracion: CCF.codigoGeneracion },
});
const NOTE: DocumentRecord = {
  ...RECORD,
  documentId: idOf('note'),
  tipoDte: '05',
  numeroControl: controlNumberOf('DTE-05-M001P001-000000000000007'),
};
const OTHER = {
  ...NOTE,
  documentId: idOf('other'),
  numeroControl: controlNumberOf('DTE-05-M001P001-000000000000008'),
};
const HALF = taxedAmounts('5.65', '5');
const WHOLE = taxedAmounts(CCF.summary.amountGross, '0');
const LETTER = { companyId: 'c', idOrRef: 'ccf', form: { kind: 'letter' } } as const;

interface Scene {
  readonly note?: Partial<NoteStanding> | null;
  readonly noteState?: DocumentRecord['state'];
  /** A second note that adjusts half of the CCF, as the first one then does. */
  readonly otherState?: DocumentRecord['state'];
  readonly event?: InvalidationState;
}

function subjectOf({ note = null, event, otherState }: Scene): InvalidationSubject {
  const standing: NoteStanding = {
    documentId: idOf('note'),
    mode: 'full',
    state: 'stamped',
    invalidation: null,
    amounts: taxedAmounts('1', '1'),
    ...note,
  };
  const record = {
    generation: 'v2',
    codigoGeneracion: codeOf(''),
    selloRecibido: sealOf('E'),
    codigoMsg: '',
  } as const;
  return {
    draft: '{}',
    sealedMs: 0,
    standing: {
      invalidation: event ?? null,
      notes: [
        ...(note === null ? [] : [standing]),
        ...(otherState === undefined ? [] : [{ ...standing, documentId: idOf('other') }]),
      ],
    },
    invalidation: event === undefined ? null : { ...record, state: event, message: '', observaciones: [] },
  };
}

/** What is printed of a CCF in a scene. */
async function printed(scene: Scene) {
  const records = [
    CCF,
    inState(NOTE, scene.noteState ?? 'stamped'),
    inState(OTHER, scene.otherState ?? 'stamped'),
  ];
  const parts: PaperParts = {
    store: readingStore(...records),
    documents: { view: async () => viewOf(CCF, { signed: { jws: 'a.b.c', sha256: '', answer: null } }) },
    guard: { payload: async () => GENUINE, withheld: () => undefined },
    invalidations: { subject: async () => subjectOf(scene) },
    brandings: { branding: async () => ({ logo: null, color: null }) },
  };
  return { paper: await servePaper(parts, LETTER), parts };
}

describe('servePaper', () => {
  it.each<[string, Scene, PaperOrder['cancellation']]>([
    ['nothing was done to it', {}, { kind: 'none' }],
    [
      'a note cancels it',
      { note: {} },
      { kind: 'adjusted', notes: [{ numeroControl: NOTE.numeroControl, isSealed: true }] },
    ],
    [
      'a note that waits for its seal cancels it',
      { note: { state: 'contingency' }, noteState: 'contingency' },
      { kind: 'adjusted', notes: [{ numeroControl: NOTE.numeroControl, isSealed: false }] },
    ],
    [
      'the note was refused meanwhile',
      { note: { state: 'claimed' }, noteState: 'rejected' },
      { kind: 'none' },
    ],
    ['a note adjusts some of it', { note: { mode: 'lines' } }, { kind: 'none' }],
    [
      'a note of another mode leaves nothing of it',
      { note: { mode: 'clone', amounts: WHOLE } },
      { kind: 'adjusted', notes: [{ numeroControl: NOTE.numeroControl, isSealed: true }] },
    ],
    [
      'two notes together leave nothing of it, one of them without its seal',
      { note: { mode: 'lines', amounts: HALF }, otherState: 'contingency' },
      {
        kind: 'adjusted',
        notes: [
          { numeroControl: NOTE.numeroControl, isSealed: true },
          { numeroControl: OTHER.numeroControl, isSealed: false },
        ],
      },
    ],
    [
      'one of the two was refused meanwhile',
      { note: { mode: 'lines', amounts: HALF }, otherState: 'rejected' },
      { kind: 'none' },
    ],
    [
      'that note was refused meanwhile',
      { note: { mode: 'clone', amounts: WHOLE, state: 'claimed' }, noteState: 'rejected' },
      { kind: 'none' },
    ],
    [
      'an event cancelled it',
      { event: 'sealed' },
      { kind: 'invalidated', isSealed: true, sello: sealOf('E') },
    ],
    ['the event was refused', { event: 'rejected' }, { kind: 'none' }],
  ])('says what has become of the document where %s', async (_what, scene, cancellation) => {
    expect((await printed(scene)).paper).toMatchObject({ order: { cancellation, rejection: null } });
  });

  it('prints tickets of invoices alone', async () => {
    const { parts } = await printed({});
    const ticket = { ...LETTER, form: { kind: 'ticket', widthMm: 80 } } as const;
    expect(await servePaper(parts, ticket)).toMatchObject({ code: 'document_not_found' });
  });
});
