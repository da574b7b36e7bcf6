import { describe, expect, it } from 'vitest';
import { codeOf } from '../../../test/support/identifiers.ts';
import { carrierOf, MAY_BE_OF_EARLIER_DATA, MAY_BE_OF_OTHER_BYTES, type Version } from './doubt.ts';

const CODE = codeOf('11111111-2222-4333-8444-555555555555');
const OTHER = codeOf('99999999-2222-4333-8444-555555555555');
/** Noon in El Salvador. */
const NOON = Date.UTC(2026, 10, 20, 18);
const MINUTE_MS = 60_000;

function version(number: number, minute: number | null, codigoGeneracion = CODE): Version {
  const firstSentMs = minute === null ? null : NOON + minute * MINUTE_MS;
  const data = { payloadHash: `data ${number}`, outcome: 'unknown' as const };
  return { number, codigoGeneracion, firstSentMs, givenUp: false, ...data };
}

const VERSIONS = [version(1, -60, OTHER), version(2, 0), version(3, 20), version(4, null), version(5, 40)];

describe('the version that a seal belongs to', () => {
  it.each([
    ['20/11/2026 12:00:05', 2],
    ['20/11/2026 12:19:00', 3],
    ['20/11/2026 12:18:00', 2],
    ['20/11/2026 12:39:00', 5],
    ['20/11/2026 23:59:59', 5],
  ])('processed at %s is version %i', (processed, number) => {
    expect(carrierOf(VERSIONS, CODE, processed)?.number).toBe(number);
  });

  it('is the first of its code where the seal is older than all', () => {
    expect(carrierOf(VERSIONS, CODE, '19/11/2026 12:00:00')).toEqual({
      number: 2,
      doubt: MAY_BE_OF_EARLIER_DATA,
    });
  });

  it.each([null, 'ayer'])('is the latest of its code that left, where the instant is %s', (processed) => {
    expect(carrierOf(VERSIONS, CODE, processed)).toEqual({ number: 5, doubt: MAY_BE_OF_EARLIER_DATA });
    expect(carrierOf(VERSIONS, OTHER, processed)).toEqual({ number: 1, doubt: null });
  });

  it('has no number that was given up, unless nothing else left under its code', () => {
    const [first, second] = [{ ...version(1, 0), givenUp: true }, version(2, 20)];
    expect(carrierOf([first, second], CODE, '20/11/2026 12:00:05')?.number).toBe(2);
    expect(carrierOf([first], CODE, '20/11/2026 12:00:05')?.number).toBe(1);
  });

  it('is none where nothing left under the code', () => {
    expect(carrierOf([version(1, null)], CODE, null)).toBeNull();
  });
});

describe('a seal that may be of several versions', () => {
  const first = { ...version(1, 0), outcome: 'absent' } as const;
  /** Signed again over the same data 20 seconds later. */
  const again = { ...first, number: 2, firstSentMs: NOON + 20_000, outcome: 'unknown' } as const;
  const changed = { ...again, payloadHash: 'data 2' };

  it.each([
    ['just after the first left', '20/11/2026 12:00:01', 1],
    ['just before the second left', '20/11/2026 12:00:19', 2],
    ['after both had left', '20/11/2026 12:01:00', 2],
  ])('is that of the one that left nearest to it, %s, and says so', (_title, processed, number) => {
    expect(carrierOf([first, again], CODE, processed)).toEqual({ number, doubt: MAY_BE_OF_OTHER_BYTES });
    expect(carrierOf([first, changed], CODE, processed)).toEqual({ number, doubt: MAY_BE_OF_EARLIER_DATA });
  });

  it('is of the first for certain where the second left long after it', () => {
    const late = { ...again, firstSentMs: NOON + 16 * MINUTE_MS };
    expect(carrierOf([first, late], CODE, '20/11/2026 12:00:05')).toEqual({ number: 1, doubt: null });
  });

  it('is of the second for certain, unless other data were taken for absent, where it was given long after both left', () => {
    const processed = '20/11/2026 12:30:00';
    expect(carrierOf([first, again], CODE, processed)).toEqual({ number: 2, doubt: null });
    expect(carrierOf([first, changed], CODE, processed)).toEqual({
      number: 2,
      doubt: MAY_BE_OF_EARLIER_DATA,
    });
  });

  it.each([
    ['was rejected', { ...first, outcome: 'rejected' as const }],
    ['had another code', { ...first, codigoGeneracion: OTHER }],
    ['never left', { ...first, firstSentMs: null }],
  ])('is not where the first %s', (_title, other) => {
    expect(carrierOf([other, changed], CODE, '20/11/2026 12:00:21')).toEqual({ number: 2, doubt: null });
  });
});
