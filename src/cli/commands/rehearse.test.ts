import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runIn, runOn } from '../../../test/support/command-line.ts';
import { idOf, numeroOf } from '../../../test/support/identifiers.ts';
import { sharedPlace } from '../../../test/support/shared-place.ts';
import { STAND_IN_KEY, standInProgram, type World } from '../../../test/support/stand-in-program.ts';
import { refuse } from '../../core/refusals/refusal.ts';
import { EMPTY_REPORT, withFindings } from '../../core/rehearsing/report.ts';
import type { Rehearsal } from '../../operations/rehearsals/ports.ts';
import { CommandFailure } from '../failure.ts';

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
    { document: { tipoDte: '01', numeroControl: numeroOf(1) }, causes: [], incomplete: [] },
    { document: { tipoDte: '03', numeroControl: numeroOf(2, '03') }, causes: [WRONG], incomplete: [] },
  ]),
};
const EVENTS =
  'Events are in v2 (contingencia 4, invalidación 3), and stay so whatever the documents change to.';
const INCOMPLETE = [{ of: { by: 'code', name: 'A' }, title: 'a', gaps: ['unit'], documents: 1 }] as const;

function rehearsed(options: string, rehearse: World['rehearse'] = undefined) {
  const keyFiles = new Map([
    [join(folder, 'data', 'master-key'), { kind: 'read', key: STAND_IN_KEY } as const],
  ]);
  const world = { folder, companies: ['00'], facts: { holdsSecrets: true }, keyFiles } as const;
  return runIn({ ...world, ...(rehearse && { rehearse }) }, `rehearse empresa-0${options}`);
}

describe('rehearse', () => {
  it('asks for what was asked of it, and tells how far it is and what was found', async () => {
    const asked: unknown[] = [];
    const csv = join(folder, 'a.csv');
    const answer = await rehearsed(
      ` --generation v1 --since 2026-11-01 --csv ${csv}`,
      async (companyId, run) => {
        asked.push([companyId, run.request]);
        for (const progress of [0, 0.05, 0.2, 0.25, 0.9])
          run.told({ ...REHEARSAL, state: 'running', progress });
        return { kind: 'ended', rehearsal: REHEARSAL, incomplete: INCOMPLETE };
      },
    );
    expect(asked).toEqual([['c0', { ambiente: '00', generation: 'v1', since: '2026-11-01' }]]);
    expect(answer.said).toEqual(['20 % looked at.', '90 % looked at.']);
    expect(answer.exitCode).toBe(1);
    expect(answer.text).toEqual([
      'Documents in v2: 1 fit, 0 repaired by a default, 1 impossible.',
      expect.stringMatching(/^WHAT +DOCUMENTS +TYPES +CAUSE /),
      expect.stringMatching(
        /^impossible +1 +03 +unknown_code +lines\[\]\.unit +No existe\. +DTE-03-M001P001-000000000000002$/,
      ),
      `Customers and products to be completed: 1, in ${csv}. Fill in what you know and run "sello customers complete ${csv}".`,
      EVENTS,
    ]);
    expect(readFileSync(csv, 'utf8')).toContain("empresa-0,código,'A,a,1,unidad,,,,");
  });

  it('takes v2 and everything unless told otherwise', async () => {
    const answer = await rehearsed('', async (_, { request }) => {
      expect(request).toEqual({ ambiente: '00', generation: 'v2', since: null });
      return { kind: 'ended', rehearsal: { ...REHEARSAL, report: EMPTY_REPORT }, incomplete: [] };
    });
    expect(answer).toMatchObject({
      exitCode: 0,
      json: { events: { generation: 'v2', contingency_version: 4, next_generation: null, changes_at: null } },
      text: ['Documents in v2: 0 fit, 0 repaired by a default, 0 impossible.', EVENTS],
    });
  });

  it.each([
    [' --generation v3', '--generation must be v1 or v2, not "v3".'],
    [' --since 1/11/2026', '--since must be a day like 2026-11-01, not "1/11/2026".'],
  ])('does not understand%s', async (options, message) => {
    await expect(rehearsed(options)).rejects.toThrow(message);
  });

  it('fails where another one runs, or where it was given up', async () => {
    await expect(rehearsed('', async () => refuse('rehearsal_running'))).rejects.toThrow('Ya hay un ensayo');
    const failed = async () => ({
      kind: 'ended' as const,
      rehearsal: { ...REHEARSAL, state: 'failed' as const },
      incomplete: [],
    });
    await expect(rehearsed('', failed)).rejects.toThrow('The rehearsal was given up');
  });
});

describe('customers complete', () => {
  const HEAD = 'empresa,conocido_por,clave,nombre,documentos,falta,distrito,tipo_documento,actividad,unidad';

  async function completing(...rows: readonly string[]) {
    const { program, done } = standInProgram({ companies: ['00', '00'] });
    const path = join(folder, 'a.csv');
    writeFileSync(path, [HEAD, ...rows].join('\n'));
    const answer = await runOn(program, `customers complete ${path}`).catch((error: unknown) => error);
    return { answer, told: done.filter((what) => what.startsWith('tell')) };
  }

  it('tells each company what the sheet says of it', async () => {
    const { answer, told } = await completing(
      'empresa-0,documento,1,x,1,,021604,,,',
      'empresa-1,código,A,x,1,,,,,59',
      'empresa-1,documento,2,x,1,,,,,',
    );
    expect(told).toEqual(['tell c0 1 0', 'tell c1 0 1']);
    expect(answer).toMatchObject({
      json: {
        companies: [
          { company: 'empresa-0', customers: 1, products: 0 },
          { company: 'empresa-1', customers: 0, products: 1 },
        ],
      },
      text: [
        'empresa-0: customers completed: 1, products: 0; the next sales use it.',
        'empresa-1: customers completed: 0, products: 1; the next sales use it.',
      ],
    });
  });

  it('says that nothing is filled in', async () => {
    const { answer } = await completing('empresa-0,documento,1,x,1,,,,,');
    expect(answer).toMatchObject({ text: [expect.stringMatching(/^Nothing is filled in in /)] });
  });

  it.each([
    ['a mistake', 'empresa-0,documento,1,x,1,,999999,,,', 'invalid_sheet'],
    ['a company that is no name', 'Empresa 1,código,A,x,1,,,,,59', 'invalid_sheet'],
    ['a company that there is not', 'empresa-9,código,A,x,1,,,,,59', 'unknown_company'],
  ])('tells nobody anything where there is %s', async (_, row, code) => {
    const { answer, told } = await completing('empresa-0,documento,1,x,1,,021604,,,', row);
    expect(answer).toBeInstanceOf(CommandFailure);
    expect([answer, told]).toMatchObject([{ code }, []]);
  });
});
