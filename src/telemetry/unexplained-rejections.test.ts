import { expect, it } from 'vitest';
import { REJECTED_RAW, REJECTION } from '../../test/support/answers.ts';
import { codeOf, nitOf } from '../../test/support/identifiers.ts';
import type { Rejection } from '../operations/authority/ports.ts';
import { watchedRejections } from './unexplained-rejections.ts';

const ACCOUNT = { companyId: 'c', ambiente: '00', nit: nitOf('06140101900018') } as const;
const QUERY = { account: ACCOUNT, tipoDte: '01', codigoGeneracion: codeOf('A') } as const;
const SUBMISSION = { ...QUERY, version: 2, jws: 'secret bytes', idEnvio: 1 };

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
  const authority = watchedRejections(
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
      meter: { unexplained: (gap) => void told.push(gap) },
      log: { warn: (event, { codigoGeneracion, code }) => void told.push([event, codigoGeneracion, code]) },
    },
  );
  expect(await authority.submit(SUBMISSION)).toBe(rejected);
  await authority.invalidate({ ...SUBMISSION, codigoGeneracion: codeOf('E'), invalidated: QUERY });
  await authority.consultLote({ account: ACCOUNT, codigoLote: 'L', codigos: [] });
  return told;
}

const line = (codigoGeneracion: string, code: string) => ['rejection_not_explained', codigoGeneracion, code];

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
