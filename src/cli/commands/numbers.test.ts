import { describe, expect, it } from 'vitest';
import { runIn } from '../../../test/support/command-line.ts';
import { idOf, numeroOf } from '../../../test/support/identifiers.ts';
import type { World } from '../../../test/support/stand-in-program.ts';
import type { GivenUpNumber, NumberGap } from '../../operations/companies/ports.ts';

const TAKEN: GivenUpNumber = {
  ambiente: '00',
  numeroControl: numeroOf(1),
  replacedBy: numeroOf(2),
  documentId: idOf('d1'),
  because: 'taken',
  atMs: Date.UTC(2026, 10, 21, 12, 0, 0, 7.5),
  login: 'sello_nodes',
  clientAddress: '192.0.2.7',
};
const GAP: NumberGap = { ambiente: '00', fiscalYear: 2026, scope: '', first: 3n, last: 3n, skipped: false };

const listed = (world: World, line = 'numbers') => runIn({ companies: ['00'], ...world }, line);

describe('the list of numbers that no document has', () => {
  it('says so where there is none', async () => {
    const { text, exitCode, json } = await listed({});
    expect(text).toEqual(['Every control number belongs to a document.']);
    expect([exitCode, json]).toEqual([0, { explained: true, given_up: [], gaps: [] }]);
  });

  it.each<[Partial<GivenUpNumber>, RegExp]>([
    [
      {},
      /^empresa-0 +00 +DTE-01-M001P001-000000000000001 +another system has it; the sale has DTE-01-M001P001-000000000000002 since 2026-11-21T\S+, by sello_nodes from 192\.0\.2\.7$/,
    ],
    [{ because: 'unused', clientAddress: null }, / never used; the sale has \S+ since \S+, by sello_nodes$/],
  ])('tells of %j what became of it', async (changes, line) => {
    const { text, exitCode } = await listed({ givenUp: [{ ...TAKEN, ...changes }] }, 'numbers empresa-0');
    expect(text).toHaveLength(2);
    expect(text[1]).toMatch(line);
    expect(exitCode).toBe(0);
  });

  it.each<[Partial<NumberGap>, RegExp, number]>([
    [{}, / 3 of the company in 2026 +nobody knows: /, 1],
    [
      { scope: 'M001P001-01', last: 5n, skipped: true },
      / 3 to 5 of M001P001-01 in 2026 +sello reconcile passed them$/,
      0,
    ],
  ])(
    'tells of the gap %o whether anybody knows why, and ends with 1 where nobody does',
    async (changes, line, code) => {
      const { text, exitCode } = await listed({ gaps: [{ ...GAP, ...changes }] });
      expect(text[1]).toMatch(line);
      expect(exitCode).toBe(code);
    },
  );

  it('is the same for programs', async () => {
    expect((await listed({ givenUp: [TAKEN], gaps: [GAP] })).json).toEqual({
      explained: false,
      given_up: [
        {
          company: 'empresa-0',
          environment: '00',
          control_number: TAKEN.numeroControl,
          because: 'taken',
          replaced_by: TAKEN.replacedBy,
          document_id: TAKEN.documentId,
          at: expect.stringMatching(/^2026-11-21T/),
          login: 'sello_nodes',
          client_address: '192.0.2.7',
        },
      ],
      gaps: [
        {
          company: 'empresa-0',
          environment: '00',
          fiscal_year: 2026,
          scope: '',
          first: '3',
          last: '3',
          because: 'unknown',
        },
      ],
    });
  });
});
