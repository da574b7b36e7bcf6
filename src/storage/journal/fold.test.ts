import { describe, expect, it } from 'vitest';
import { REJECTION, STAMP } from '../../../test/support/answers.ts';
import { codeOf, idOf } from '../../../test/support/identifiers.ts';
import { formatNumeroControl } from '../../core/identifiers/official.ts';
import { foldLines } from './fold.ts';
import type { JournalEntry, JournalLine } from './lines.ts';

function lineOf(fence: string, atMs: number, entry: JournalEntry): JournalLine {
  return { atMs, companyId: 'company', documentId: idOf('document'), fence, entry };
}

function attempt(number: number, sent = true): JournalEntry {
  return {
    kind: 'attempt',
    number,
    sent,
    codigoGeneracion: codeOf(`CODE-${number}`),
    payloadHash: 'hash',
    jws: `jws-${number}`,
    contingencia: null,
  };
}

const STAMPED: JournalEntry = { kind: 'stamped', number: 1, stamp: STAMP, status: 200, body: '{}' };
const REJECTED: JournalEntry = { kind: 'rejected', number: 1, rejection: REJECTION, status: 400, body: '{}' };
const fatesOf = (...lines: [JournalLine, ...JournalLine[]]) =>
  foldLines(lines).attempts.map(({ number, outcome }) => [number, outcome]);

describe('the lines of a document', () => {
  it('tell what became of each attempt, in whatever order they stand', () => {
    const sent = lineOf('1', 1, attempt(1));
    expect(fatesOf(sent)).toEqual([[1, 'unknown']]);
    expect(fatesOf(lineOf('1', 1, attempt(1, false)))).toEqual([[1, 'not_delivered']]);
    const closed = lineOf('1', 2, { kind: 'closed', number: 1, outcome: 'absent' });
    expect(fatesOf(closed, sent)).toEqual([[1, 'absent']]);
    expect(fatesOf(closed, sent, lineOf('2', 3, { kind: 'resend', number: 1 }))).toEqual([[1, 'unknown']]);
    expect(fatesOf(lineOf('10', 9, STAMPED), lineOf('9', 10, attempt(1)))).toEqual([[1, 'stamped']]);
  });

  it('end with a stamp for good, and with a rejection only where nothing was done after it', () => {
    const sent = lineOf('1', 1, attempt(1));
    expect(foldLines([sent]).verdict).toBe(null);
    expect(foldLines([sent, lineOf('1', 2, REJECTED)]).verdict).toMatchObject({ kind: 'rejected' });
    expect(foldLines([sent, lineOf('1', 2, REJECTED), lineOf('2', 3, attempt(2))]).verdict).toBe(null);
    const stamped = foldLines([sent, lineOf('2', 2, STAMPED), lineOf('3', 3, { kind: 'resend', number: 1 })]);
    expect(stamped).toMatchObject({ verdict: { kind: 'stamped' }, fence: '3' });
  });

  it('tell the numbers that it gave up, and that nothing with them can be stamped any more', () => {
    const [from, to] = [1n, 2n].map((correlative) =>
      formatNumeroControl({ tipoDte: '01', segment: 'M001P001', correlative }),
    );
    if (from === undefined || to === undefined) throw new Error('two numbers are needed');
    const renumbered = lineOf('1', 2, { kind: 'renumbered', from, to });
    const folded = foldLines([lineOf('1', 1, attempt(1)), renumbered, lineOf('1', 3, attempt(2))]);
    expect(folded).toMatchObject({
      givenUp: [{ from, to }],
      attempts: [
        { number: 1, outcome: 'rejected', givenUp: from },
        { number: 2, outcome: 'unknown', givenUp: null },
      ],
      verdict: null,
    });
  });

  it('keep what is told of bytes that stand in another journal', () => {
    const folded = foldLines([lineOf('4', 1, STAMPED)]);
    expect(folded).toMatchObject({
      attempts: [],
      others: [{ number: 1, outcome: 'stamped' }],
      document: null,
    });
  });
});
