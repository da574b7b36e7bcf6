import type { IssuedNote } from '../../src/operations/credit-notes/issue-credit-note.ts';
import type { DocumentRecord } from '../../src/operations/documents/ports.ts';
import type { CancelledDocument } from '../../src/operations/invalidations/invalidate-document.ts';
import type { Row } from './rows.ts';

/** Something that a caller was told and that must be true for ever. */
export interface Fact {
  readonly documentId: string;
  readonly says: string;
  readonly holds: (row: Row) => boolean;
}

export function factsOfNote({ record, ccf }: IssuedNote): readonly Fact[] {
  return [
    ...factsOfDocument(record),
    fact(record, `is on ${ccf.numeroControl}`, ({ adjusts }) => adjusts === ccf.documentId),
  ];
}

export function factsOfCancellation({ record, by }: CancelledDocument): readonly Fact[] {
  if (by.kind === 'note')
    return [
      ...factsOfDocument(by.note),
      fact(by.note, `cancels ${record.numeroControl}`, (row) => row.adjusts === record.documentId),
    ];
  if (by.event.state !== 'sealed') return [];
  return [
    fact(record, 'is invalidated for good', ({ invalidation }) => invalidation === 'sealed'),
    ...factsOfDocument(record),
  ];
}

function factsOfDocument(record: DocumentRecord): readonly Fact[] {
  const { numeroControl, selloRecibido, state, externalRef } = record;
  const numbered = fact(
    record,
    `has number ${numeroControl} and reference ${externalRef}`,
    (row) => row.numeroControl === numeroControl && row.ref === externalRef,
  );
  if (state !== 'stamped') return [numbered];
  const stamped = fact(
    record,
    `is stamped with ${selloRecibido}`,
    (row) => row.state === 'stamped' && row.sello === selloRecibido,
  );
  return [numbered, stamped];
}

function fact({ documentId }: Pick<DocumentRecord, 'documentId'>, says: string, holds: Fact['holds']): Fact {
  return { documentId, says, holds };
}
