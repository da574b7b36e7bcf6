import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { idOf } from '../../../test/support/identifiers.ts';
import { sharedPlace } from '../../../test/support/shared-place.ts';
import {
  STAND_IN_KEY,
  standInProgram,
  surroundingsOf,
  type World,
} from '../../../test/support/stand-in-program.ts';
import { refuse } from '../../core/refusals/refusal.ts';
import { EMPTY_REPORT, withFindings } from '../../core/rehearsing/report.ts';
import type { Rehearsal } from '../../operations/rehearsals/ports.ts';
import { rehearse } from './rehearse.ts';

const folder = sharedPlace();
const WRONG = {
  kind: 'impossible',
  code: 'unknown_code',
  field: 'lines[].unit',
  message: 'No existe.',
} as const;
const REHEARSAL: Rehearsal = {
  rehearsalId: idOf('r'),
  ambiente: '00',
  generation: 'v2',
  since: null,
  state: 'done',
  progress: 1,
  requestedMs: 0,
  finishedMs: 1,
  report: withFindings(EMPTY_REPORT, [
    { document: { tipoDte: '01', numeroControl: 'n1' }, causes: [], incomplete: [] },
    { document: { tipoDte: '03', numeroControl: 'n2' }, causes: [WRONG], incomplete: [] },
  ]),
};
const INCOMPLETE = [{ of: { by: 'code', name: 'A' }, title: 'a', gaps: ['unit'], documents: 1 }] as const;

async function rehearsed(options: Readonly<Record<string, string>>, rehearse_: World['rehearse']) {
  const { program } = standInProgram({
    folder,
    companies: ['00'],
    facts: { holdsSecrets: true },
    keyFiles: new Map([[join(folder, 'data', 'master-key'), { kind: 'read', key: STAND_IN_KEY }]]),
    ...(rehearse_ === undefined ? {} : { rehearse: rehearse_ }),
  });
  const said: string[] = [];
  const world = { ...surroundingsOf(program), say: (line: string) => void said.push(line) };
  const invocation = {
    command: rehearse,
    places: ['empresa-0'],
    options: new Map(Object.entries(options)),
    json: false,
  };
  return { ...(await rehearse.run(invocation, world)), said };
}

describe('rehearse', () => {
  it('asks for what was asked of it, and tells how far it is and what was found', async () => {
    const asked: unknown[] = [];
    const csv = join(folder, 'a.csv');
    const answer = await rehearsed({ generation: 'v1', since: '2026-11-01', csv }, async (companyId, run) => {
      asked.push([companyId, run.request]);
      for (const progress of [0, 0.05, 0.2, 0.25, 0.9])
        run.told({ ...REHEARSAL, state: 'running', progress });
      return { kind: 'ended', rehearsal: REHEARSAL, incomplete: INCOMPLETE };
    });
    expect(asked).toEqual([['c0', { ambiente: '00', generation: 'v1', since: '2026-11-01' }]]);
    expect(answer.said).toEqual(['20 % looked at.', '90 % looked at.']);
    expect(answer.exitCode).toBe(1);
    expect(answer.text).toEqual([
      'Documents in v2: 1 fit, 0 repaired by a default, 1 impossible.',
      expect.stringMatching(/^WHAT +DOCUMENTS +TYPES +CAUSE /),
      expect.stringMatching(/^impossible +1 +03 +unknown_code +lines\[\]\.unit +No existe\. +n2$/),
      `Customers and products to be completed: 1, in ${csv}. Fill in what you know and run "sello customers complete ${csv}".`,
    ]);
    expect(readFileSync(csv, 'utf8')).toContain("empresa-0,código,'A,a,1,unidad,,,,");
  });

  it('takes v2 and everything unless told otherwise', async () => {
    const answer = await rehearsed({}, async (_, { request }) => {
      expect(request).toEqual({ ambiente: '00', generation: 'v2', since: null });
      return { kind: 'ended', rehearsal: { ...REHEARSAL, report: EMPTY_REPORT }, incomplete: [] };
    });
    expect(answer).toMatchObject({
      exitCode: 0,
      text: ['Documents in v2: 0 fit, 0 repaired by a default, 0 impossible.'],
    });
  });

  it.each([
    [{ generation: 'v3' }, '--generation must be v1 or v2, not "v3".'],
    [{ since: '1/11/2026' }, '--since must be a day like 2026-11-01, not "1/11/2026".'],
  ])('does not understand %j', async (options, message) => {
    await expect(rehearsed(options, undefined)).rejects.toThrow(message);
  });

  it('fails where another one runs, or where it was given up', async () => {
    await expect(rehearsed({}, async () => refuse('rehearsal_running'))).rejects.toThrow('Ya hay un ensayo');
    const failed = async () => ({
      kind: 'ended' as const,
      rehearsal: { ...REHEARSAL, state: 'failed' as const },
      incomplete: [],
    });
    await expect(rehearsed({}, failed)).rejects.toThrow('The rehearsal was given up');
  });
});
