import { describe, expect, it } from 'vitest';
import { REJECTED_RAW, REJECTION } from '../../test/support/answers.ts';
import { codeOf, nitOf } from '../../test/support/identifiers.ts';
import type { Rejection } from '../operations/authority/ports.ts';
import type { MeteredCall } from '../operations/installation/metrics-ports.ts';
import { createAuthorityClock, watchedAuthority } from './authority-watch.ts';

const ACCOUNT = { companyId: 'c', ambiente: '00', nit: nitOf('06140101900018') } as const;
const QUERY = { account: ACCOUNT, tipoDte: '01', generation: 'v2', codigoGeneracion: codeOf('A') } as const;
const SUBMISSION = { ...QUERY, version: 2, jws: 'secret bytes', idEnvio: 1 };

describe('calls to the authority', () => {
  it('are counted by service and outcome with the time they took, and answer what they answered', async () => {
    const calls: MeteredCall[] = [];
    let nowMs = 0;
    const taking = <T>(ms: number, answer: T) => {
      return async () => {
        nowMs += ms;
        return answer;
      };
    };
    const rejected = { kind: 'rejected', rejection: REJECTION, raw: REJECTED_RAW } as const;
    const authority = watchedAuthority(
      {
        submit: taking(40, rejected),
        consult: taking(1, { kind: 'silent', reason: 'x', raw: null }),
        speaksOf: taking(2, true),
        invalidate: taking(3, { kind: 'not_delivered', reason: 'x', raw: null }),
        report: taking(4, { kind: 'silent', reason: 'x', raw: null }),
        submitLote: taking(5, { kind: 'received', codigoLote: 'L' }),
        consultLote: taking(6, null),
      },
      {
        meter: { call: (call) => void calls.push(call), unexplained: () => undefined },
        log: { warn: () => undefined },
        monotonic: () => nowMs,
      },
    );
    expect(await authority.submit(SUBMISSION)).toBe(rejected);
    await authority.consult(QUERY);
    await authority.speaksOf(QUERY);
    await authority.invalidate({ ...SUBMISSION, invalidated: QUERY });
    await authority.report(ACCOUNT, 'x');
    await authority.submitLote({ account: ACCOUNT, generation: 'v2', idEnvio: 'x', documents: [] });
    expect(await authority.consultLote({ account: ACCOUNT, codigoLote: 'L', codigos: [] })).toBeNull();
    expect(calls).toEqual([
      { service: 'recepciondte', outcome: 'rejected', durationMs: 40 },
      { service: 'consultadte', outcome: 'silent', durationMs: 1 },
      { service: 'consultadte', outcome: 'answered', durationMs: 2 },
      { service: 'anulardte', outcome: 'not_delivered', durationMs: 3 },
      { service: 'contingencia', outcome: 'silent', durationMs: 4 },
      { service: 'recepcionlote', outcome: 'received', durationMs: 5 },
      { service: 'consultadtelote', outcome: 'silent', durationMs: 6 },
    ]);
  });
});

const unknown = (codigoMsg: string, text: string): Rejection => ({
  ...REJECTION,
  codigoMsg,
  descripcionMsg: text,
  observaciones: [text],
});

async function toldOf(rejection: Rejection): Promise<readonly unknown[]> {
  const told: unknown[] = [];
  const rejected = { kind: 'rejected', rejection, raw: REJECTED_RAW } as const;
  const nothing = async () => {
    throw new Error('is not called');
  };
  const authority = watchedAuthority(
    {
      submit: async () => rejected,
      invalidate: async () => ({ ...rejected, already: null }),
      consultLote: async () => new Map([['B', rejected]]),
      consult: nothing,
      speaksOf: nothing,
      report: nothing,
      submitLote: nothing,
    },
    {
      meter: { call: () => undefined, unexplained: (gap) => void told.push(gap) },
      log: { warn: (event, { codigoGeneracion, code }) => void told.push([event, codigoGeneracion, code]) },
      monotonic: () => 0,
    },
  );
  expect(await authority.submit(SUBMISSION)).toBe(rejected);
  await authority.invalidate({ ...SUBMISSION, codigoGeneracion: codeOf('E'), invalidated: QUERY });
  await authority.consultLote({ account: ACCOUNT, codigoLote: 'L', codigos: [] });
  return told;
}

const line = (codigoGeneracion: string, code: string) => ['rejection_not_explained', codigoGeneracion, code];

describe('rejections', () => {
  it('counts what of a rejection cannot be explained, and names what was rejected', async () => {
    expect(await toldOf(unknown('003', '[identificacion.fecEmi] VALOR NO VALIDO'))).toEqual([]);
    expect(await toldOf(unknown('003', '[receptor.correo] VALOR NO VALIDO'))).toEqual([
      'field',
      line(codeOf('E'), '003'),
    ]);
    expect(await toldOf(unknown('777', 'ALGO'))).toEqual(
      [codeOf('A'), codeOf('E'), 'B'].flatMap((document) => ['code', line(document, '777')]),
    );
  });

  it('logs no word that the authority made up', async () => {
    const told = await toldOf(unknown('SU NIT 0614 NO', '[receptor.planeta] X'));
    expect(told.slice(0, 4)).toEqual(['code', line(codeOf('A'), ''), 'field', line(codeOf('A'), '')]);
  });
});

describe('the clock of the authority', () => {
  it('compares the authority’s clock with the database’s, and tells of it seldom where they are far apart', () => {
    let nowMs = 1_000_000;
    const lines: unknown[] = [];
    const clock = createAuthorityClock({
      now: () => nowMs,
      databaseAheadMs: () => 4_000,
      log: { warn: (...line) => void lines.push(line) },
      monotonic: () => nowMs,
    });
    expect(clock.aheadMs().size).toBe(0);
    clock.dated('00', nowMs + 4_000 + 59_500);
    clock.dated('01', nowMs + 4_000 - 60_500);
    expect([...clock.aheadMs()]).toEqual([
      ['00', 60_000],
      ['01', -60_000],
    ]);
    expect(lines).toEqual([]);
    clock.dated('00', nowMs + 4_000 + 59_501);
    clock.dated('00', nowMs + 70_000);
    clock.dated('01', nowMs - 70_000);
    const told = (environment: string, aheadMs: number) => [
      'authority_clock_apart',
      { environment, aheadMs },
    ];
    expect(lines).toEqual([told('00', 60_001), told('01', -73_500)]);
    nowMs += 600_000;
    clock.dated('00', nowMs + 70_000);
    expect(lines).toHaveLength(3);
  });
});
