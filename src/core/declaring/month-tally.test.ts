import { expect, it } from 'vitest';
import { declaredDocument } from '../../../test/support/declared-document.ts';
import { CONSUMERS, ConsumersGathering } from './annexes/consumers.ts';
import { EXCLUDED_SUBJECTS, excludedSubjectsLine } from './annexes/excluded-subjects.ts';
import { PERCEPTIONS, perceptionsLine } from './annexes/perceptions.ts';
import { TAXPAYERS, taxpayersLine } from './annexes/taxpayers.ts';
import { MonthTally } from './month-tally.ts';

const PERIOD = { year: 2026, month: 11 };

function tallied(notesAreNegative = false): MonthTally {
  const tally = new MonthTally();
  const declared = { period: PERIOD, notesAreNegative };
  const counterparty = { nit: '06141501901010' };
  const ccf = declaredDocument({
    tipoDte: '03',
    counterparty,
    amounts: { exempt: '500', notSubject: '1000', taxed: '2500', vat: '325', perceived: '25' },
  });
  const note = declaredDocument({ tipoDte: '05', counterparty, amounts: { taxed: '100', vat: '13' } });
  for (const document of [ccf, ccf, note]) tally.add(TAXPAYERS, taxpayersLine(document, declared));
  tally.add(PERCEPTIONS, perceptionsLine(ccf));
  const consumers = new ConsumersGathering(PERIOD, { exportsWithFreight: false });
  consumers.add(declaredDocument({ amounts: { taxed: '113.01', exempt: '7' } }));
  consumers.add(
    declaredDocument({
      tipoDte: '11',
      amounts: { taxed: '40' },
      exported: { codPais: 'GT', servicesAlone: false },
    }),
  );
  for (const cells of consumers.lines()) tally.add(CONSUMERS, cells);
  const bought = declaredDocument({ tipoDte: '14', counterparty, amounts: { purchased: '150' } });
  tally.add(EXCLUDED_SUBJECTS, excludedSubjectsLine(bought, { period: PERIOD }));
  return tally;
}

it('adds up rows and columns of an annex, all types together', () => {
  const { rows, sums } = tallied().totalOf(TAXPAYERS);
  expect(rows).toBe(3);
  expect(sums.map(({ cents }) => cents)).toEqual([100_000n, 200_000n, 510_000n, 66_300n, 0n, 0n, 810_000n]);
});

it.each([false, true])('expects of the form what the annexes say, with notes below zero: %s', (negative) => {
  const boxes = Object.fromEntries(
    tallied(negative)
      .boxes()
      .map(({ box, cents }) => [box, cents]),
  );
  expect(boxes).toEqual({
    85: 100_700n,
    86: 200_000n,
    90: 4_000n,
    91: 0n,
    94: 0n,
    95: 500_000n,
    135: 65_000n,
    96: 10_001n,
    140: 1_300n,
    97: 10_000n,
    143: 1_300n,
    66: 15_000n,
    169: 2_500n,
  });
});
