import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inProduction, runOn, withOffice } from '../../../test/support/command-line.ts';
import { controlNumberOf, idOf, sealOf } from '../../../test/support/identifiers.ts';
import { sharedPlace } from '../../../test/support/shared-place.ts';
import type { Reconciling, ReconcilingOrder } from '../../operations/declarations/reconcile-month.ts';
import type {
  FoundDifference,
  MonthReconciliation,
} from '../../operations/declarations/reconciliation-ports.ts';
import type { Office } from '../program.ts';

const folder = sharedPlace();

const RECONCILIATION: MonthReconciliation = {
  reconciliationId: 'r1',
  begunMs: 0,
  by: 'operador ana',
  movedMs: 0,
  endedMs: Date.UTC(2026, 10, 23, 15),
  stopped: null,
  documents: 200,
  total: 200,
  found: { only_here: 0, only_there: 0, different: 21, unanswered: 0 },
};

function differences(count: number): readonly FoundDifference[] {
  return Array.from({ length: count }, (_, index) => ({
    findingId: String(index + 1),
    reason: 'other_seal',
    documentId: idOf(`d${index}`),
    tipoDte: '01',
    numeroControl: controlNumberOf('DTE-01-M001P001-000000000000001'),
    issuedMs: Date.UTC(2026, 9, 2, 15),
    codigoGeneracion: null,
    selloHere: sealOf('A'),
    selloThere: sealOf('B'),
    foundMs: 0,
  }));
}

/** What the command asks of the installation, says and answers. */
async function run(
  options: string,
  done: Reconciling = { kind: 'ended', reconciliation: RECONCILIATION },
  found: readonly FoundDifference[] = [],
) {
  const asked: ReconcilingOrder[] = [];
  const finding = ({ reconciliations }: Office) => ({
    reconciliations: { ...reconciliations, found: async () => found },
  });
  const program = withOffice(inProduction(), finding, {
    async reconcileMonth(order) {
      asked.push(order);
      for (const documents of [0, 1, 100, 200]) order.told({ ...RECONCILIATION, documents, place: null });
      return done;
    },
  });
  const { said, ...answer } = await runOn(program, `reconcile ${options}`);
  return { asked, said, answer };
}

const OCTOBER = '--month 2026-10 --company empresa-0';

describe('sello reconcile --month', () => {
  it('asks about the month of the company, and says each hundredth how far it is', async () => {
    const { asked, said, answer } = await run(`${OCTOBER} --rate 7 --anew`);
    expect(asked).toMatchObject([
      {
        month: { companyId: 'c0', ambiente: '00', period: { year: 2026, month: 10 } },
        anew: true,
        perSecond: 7,
      },
    ]);
    expect(said).toEqual([
      '0 of 200 documents asked about.',
      '100 of 200 documents asked about.',
      '200 of 200 documents asked about.',
    ]);
    expect(answer).toMatchObject({ exitCode: 1, json: { month: '2026-10', different: [] } });
  });

  it('shows the first of each list', async () => {
    const { answer } = await run(OCTOBER, undefined, differences(21));
    expect(answer.text[0]).toBe(
      '200 documents asked about: 0 only here, 0 only there, 21 different, 0 without an answer.',
    );
    expect(answer.text.filter((line) => line.startsWith('other_seal'))).toHaveLength(20);
    expect(answer.text.at(-1)).toBe('and 1 more, which --csv FILE and --json have.');
  });

  it('writes all of them into a new file, as a spreadsheet reads it', async () => {
    const file = join(folder, 'todo.csv');
    await run(`${OCTOBER} --csv ${file}`, undefined, differences(2));
    const row = `different,other_seal,01,DTE-01-M001P001-000000000000001,,2026-10-02,${sealOf('A')},${sealOf('B')}`;
    expect(readFileSync(file, 'utf8').split('\r\n')).toEqual([
      '\uFEFFlist,reason,doc_type,control_number,generation_code,issued_on,stamp_here,stamp_there',
      row,
      row,
      '',
    ]);
  });

  it('asks about nothing where the file cannot be made, and leaves none where it was interrupted', async () => {
    const taken = join(folder, 'tomado.csv');
    writeFileSync(taken, '');
    const asked = { ...RECONCILIATION, documents: 40, place: null };
    const stopped: Reconciling = {
      kind: 'stopped',
      reason: 'Hacienda no respondió (HTTP 503).',
      open: asked,
    };
    for (const csv of [taken, join(folder, 'no', 'x.csv')])
      await expect(run(`${OCTOBER} --csv ${csv}`, stopped)).rejects.toThrow(/EEXIST|ENOENT/);
    const csv = join(folder, 'nuevo.csv');
    await expect(run(`${OCTOBER} --csv ${csv}`, stopped)).rejects.toMatchObject({ code: 'hacienda_silent' });
    expect(existsSync(csv)).toBe(false);
  });

  it('fails where it was interrupted, or somebody else goes on', async () => {
    const open = { ...RECONCILIATION, documents: 40, place: null };
    const reason = 'Hacienda no respondió (HTTP 503).';
    await expect(run(OCTOBER, { kind: 'stopped', reason, open })).rejects.toMatchObject({
      code: 'hacienda_silent',
      message: `Interrupted after 40 of 200 documents: ${reason} The same command goes on from there.`,
    });
    await expect(run(OCTOBER, { kind: 'elsewhere' })).rejects.toMatchObject({ code: 'reconciled_elsewhere' });
  });

  it.each([
    ['--month 2026-10', '--month needs --company'],
    ['--company empresa-0', 'is no month'],
    ['--company empresa-0 --month octubre', 'octubre is no month'],
    [`${OCTOBER} --rate 51`, '--rate must be a whole number from 1 to 50'],
    [`${OCTOBER} --skip 1`, '--skip is about a lost database'],
    ['--month 2026-10 --company nadie', 'There is no company "nadie"'],
  ])('refuses %s', async (options, words) => {
    await expect(run(options)).rejects.toThrow(words);
  });
});
