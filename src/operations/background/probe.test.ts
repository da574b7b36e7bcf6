import { describe, expect, it } from 'vitest';
import { codeOf, nitOf } from '../../../test/support/identifiers.ts';
import { ABSENT, SILENT } from '../../../test/support/issuing-bench.ts';
import type { Consultation, ConsultQuery } from '../authority/ports.ts';
import type { StampedForGood } from '../documents/ports.ts';
import { probe } from './probe.ts';

const CODE = { mute: codeOf('MUTE'), known: codeOf('KNOWN'), nobody: codeOf('NOBODY') };
const account = { companyId: 'a', ambiente: '00', nit: nitOf('06140101900018') } as const;
const MUTE: ConsultQuery = { account, tipoDte: '03', generation: 'v2', codigoGeneracion: CODE.mute };
const KNOWN: StampedForGood = { tipoDte: '01', generation: 'v1', codigoGeneracion: CODE.known };

/** The codes that are asked about by so many probes, and whether each was answered, where one document meets silence. */
async function probed(
  probes: number,
  known: StampedForGood | null,
): Promise<readonly (readonly [string, boolean])[]> {
  const asked: ConsultQuery[] = [];
  const consult = async (query: ConsultQuery): Promise<Consultation> => {
    asked.push(query);
    return query.codigoGeneracion === MUTE.codigoGeneracion ? SILENT : ABSENT;
  };
  const submit = () => Promise.reject(new Error('nothing is to be sent'));
  const parts = {
    authority: { consult, submit },
    store: { stampedForGood: async () => known },
    identities: { codigoGeneracion: () => CODE.nobody },
  };
  const answered: boolean[] = [];
  for (let turn = 0; turn < probes; turn += 1) answered.push(await probe(parts, { query: MUTE, turn }));
  expect(asked.every((query) => query.account === account)).toBe(true);
  return asked.map(({ codigoGeneracion }, turn) => [codigoGeneracion, answered[turn] === true]);
}

describe('a probe', () => {
  it('asks about another document each time, so that none decides whether the authority is there', async () => {
    expect(await probed(4, KNOWN)).toEqual([
      [CODE.mute, false],
      [CODE.known, true],
      [CODE.nobody, true],
      [CODE.mute, false],
    ]);
  });

  it('asks about a code that nobody has where nothing is stamped', async () => {
    expect(await probed(2, null)).toEqual([
      [CODE.mute, false],
      [CODE.nobody, true],
    ]);
  });
});
