import { describe, expect, it } from 'vitest';
import { codeOf } from '../../../test/support/identifiers.ts';
import { carrierOf, mayBeOfEarlierData, type Version } from './doubt.ts';

const CODE = codeOf('11111111-2222-4333-8444-555555555555');
const OTHER = codeOf('99999999-2222-4333-8444-555555555555');
/** Noon in El Salvador. */
const NOON = Date.UTC(2026, 10, 20, 18);
const MINUTE_MS = 60_000;

function version(number: number, minute: number | null, codigoGeneracion = CODE): Version {
  const firstSentMs = minute === null ? null : NOON + minute * MINUTE_MS;
  const data = { payloadHash: `data ${number}`, takenForAbsent: false };
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
    expect(carrierOf(VERSIONS, CODE, processed)).toBe(number);
  });

  it('is the first of its code where the seal is older than all', () => {
    expect(carrierOf(VERSIONS, CODE, '19/11/2026 12:00:00')).toBe(2);
  });

  it.each([null, 'ayer'])('is the latest of its code that left, where the instant is %s', (processed) => {
    expect(carrierOf(VERSIONS, CODE, processed)).toBe(5);
    expect(carrierOf(VERSIONS, OTHER, processed)).toBe(1);
  });

  it('has no number that was given up, unless nothing else left under its code', () => {
    const [first, second] = [{ ...version(1, 0), givenUp: true }, version(2, 20)];
    expect(carrierOf([first, second], CODE, '20/11/2026 12:00:05')).toBe(2);
    expect(carrierOf([first], CODE, '20/11/2026 12:00:05')).toBe(1);
  });

  it('is none where nothing left under the code', () => {
    expect(carrierOf([version(1, null)], CODE, null)).toBeNull();
  });
});

describe('a seal that was found', () => {
  const absent = { ...version(1, 0), takenForAbsent: true };
  const latest = version(2, 20);

  it('may be of earlier data that were taken for absent', () => {
    expect(mayBeOfEarlierData([absent, latest], 2)).toBe(true);
  });

  it.each([
    ['were rejected', [version(1, 0), latest], 2],
    ['had another code', [{ ...absent, codigoGeneracion: OTHER }, latest], 2],
    ['are the same', [{ ...absent, payloadHash: latest.payloadHash }, latest], 2],
    ['are those it is tied to', [absent, latest], 1],
  ])('is no matter of earlier data that %s', (_title, versions, number) => {
    expect(mayBeOfEarlierData(versions, number)).toBe(false);
  });
});
