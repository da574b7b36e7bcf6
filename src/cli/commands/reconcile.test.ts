import { describe, expect, it } from 'vitest';
import { inProduction, runOn, withOffice } from '../../../test/support/command-line.ts';
import { numeroOf, slugOf } from '../../../test/support/identifiers.ts';
import type { Reconciled, ReconcileRequest } from '../../operations/installation/reconcile-ports.ts';

const RECONCILED: Reconciled = {
  kind: 'reconciled',
  obstacle: 'it goes on in another log',
  restored: 7,
  journals: 2,
  unreadableLines: 1,
  conflicts: [numeroOf(9)],
  lost: 3,
  moved: [{ slug: slugOf('espiga'), environment: '01', fiscalYear: 2026, scope: 'M001', lastNumber: '60' }],
  codes: 2,
};

/** What the command asks of the installation, says and answers. */
async function run(found: Reconciled, options = '') {
  const asked: ReconcileRequest[] = [];
  const program = withOffice(inProduction(), () => ({}), {
    countToAsk: async () => 0,
    async reconcile(request) {
      asked.push(request);
      return found;
    },
  });
  const { said, ...answer } = await runOn(program, `reconcile${options}`);
  return { asked, said, answer };
}

describe('sello reconcile', () => {
  it('refuses where the clocks are apart, by which leases and quarantines begin', async () => {
    await expect(run({ kind: 'clocks_apart', clockAheadMs: 3_600_000 })).rejects.toMatchObject({
      code: 'clocks_apart',
      message: expect.stringContaining('3600000 ms ahead'),
    });
  });

  it('looks beside the master key and where it is told, and says what it found and did', async () => {
    const { asked, said, answer } = await run(RECONCILED, ' --journals /others --skip 50 --days 3');
    expect(asked).toEqual([
      { folders: ['/keys/master.journal', '/others'], leaseMs: 20_000, skip: 50, days: 3 },
    ]);
    expect(said).toEqual([
      'The database had forgotten something: it goes on in another log.',
      '7 documents were put back from 2 journals (1 lines cut off).',
      '3 documents could not be put back: their company, or their beginning, is in no backup or journal.',
      'DTE-01-M001P001-000000000000009 stands under another document now: look at both.',
      'espiga, environment 01, 2026, series "M001": moved on to 60.',
      'New references are asked about under 2 generation codes before anything of them leaves.',
    ]);
    expect(answer.json).toMatchObject({ kind: 'reconciled', restored: 7, open: 0 });
  });

  it('says that there is nothing to do, and until when it doubts', async () => {
    const { asked, answer } = await run({ kind: 'nothing', doubtUntilMs: null });
    expect(asked).toEqual([{ folders: ['/keys/master.journal'], leaseMs: 20_000, skip: null, days: null }]);
    expect(answer.text).toHaveLength(1);
    const doubting = await run({ kind: 'nothing', doubtUntilMs: Date.UTC(2026, 0, 2) });
    expect(doubting.answer.text[1]).toContain('until 2026-01-02T00:00:00.000Z');
  });

  it.each([
    [['a', 'b'], /journals of these nodes are not here: a, b\..*--journals.*--skip/],
    [[], /no journal of any node is here\./],
  ])('refuses to guess where journals are missing', async (nodes, words) => {
    const found: Reconciled = { kind: 'journals_missing', obstacle: 'it goes on in another log', nodes };
    await expect(run(found)).rejects.toThrow(words);
  });
});
