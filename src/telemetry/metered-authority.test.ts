import { describe, expect, it } from 'vitest';
import { REJECTED_RAW, REJECTION } from '../../test/support/answers.ts';
import { codeOf, nitOf } from '../../test/support/identifiers.ts';
import type { MeteredCall } from '../operations/installation/metrics-ports.ts';
import { meteredAuthority } from './metered-authority.ts';

const ACCOUNT = { companyId: 'c', ambiente: '00', nit: nitOf('06140101900018') } as const;
const QUERY = { account: ACCOUNT, tipoDte: '01', codigoGeneracion: codeOf('A') } as const;
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
    const authority = meteredAuthority(
      {
        submit: taking(40, rejected),
        consult: taking(1, { kind: 'silent', reason: 'x', raw: null }),
        speaksOf: taking(2, true),
        invalidate: taking(3, { kind: 'not_delivered', reason: 'x', raw: null }),
        report: taking(4, { kind: 'silent', reason: 'x', raw: null }),
        submitLote: taking(5, { kind: 'received', codigoLote: 'L' }),
        consultLote: taking(6, null),
      },
      { call: (call) => void calls.push(call) },
      () => nowMs,
    );
    expect(await authority.submit(SUBMISSION)).toBe(rejected);
    await authority.consult(QUERY);
    await authority.speaksOf(QUERY);
    await authority.invalidate({ ...SUBMISSION, invalidated: QUERY });
    await authority.report(ACCOUNT, 'x');
    await authority.submitLote({ account: ACCOUNT, idEnvio: 'x', documents: [] });
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
