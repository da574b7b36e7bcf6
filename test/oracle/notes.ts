import fc from 'fast-check';
import type { Company } from '../../src/core/company/company.ts';
import { readIssuer } from '../../src/core/drafting/issuer.ts';
import type { NotaCreditoOrder } from '../../src/core/drafting/nota-credito-draft.ts';
import type { Order } from '../../src/core/drafting/order.ts';
import { readContribuyente } from '../../src/core/drafting/party.ts';
import type { SchemaGeneration } from '../../src/core/dte/kinds.ts';
import { problemsOf, type Read } from '../../src/core/refusals/refusal.ts';
import { generationCode } from './document-identities.ts';
import { creditoFiscalOrder } from './orders.ts';
import { anyLength, orNull } from './texts.ts';

/** What a note says besides the CCF it adjusts. */
const circumstances = fc.record({
  number: fc.integer({ min: 1, max: 999_999 }),
  day: fc.integer({ min: 1, max: 20 }),
  carried: fc.constantFrom('nothing', 'nothing', 'retention', 'perception'),
  observations: orNull(anyLength(1, 3000)),
});

/** Notes on CCF of these orders, with what is wrong with their parties, which are read as for the CCF. */
export function notesOn(
  ccfs: fc.Arbitrary<Order>,
  company: Company,
  generation: SchemaGeneration,
): fc.Arbitrary<Read<NotaCreditoOrder | null>> {
  return fc.tuple(ccfs, circumstances).map(([ccf, { number, day, carried, observations }]) => {
    if (ccf.customer === null) throw new Error('a CCF without a customer');
    const issuer = readIssuer(ccf, { company, generation, place: null });
    const context = { path: 'customer', company, generation, issuerTerritory: company.address };
    const receptor = readContribuyente(ccf.customer, context);
    const problems = problemsOf(issuer, receptor);
    if (issuer.value === null || receptor.value === null || problems.length > 0)
      return { value: null, problems };
    const adjusted = {
      codigoGeneracion: generationCode(`ccf/${number}`),
      fechaEmision: `2026-11-${String(day).padStart(2, '0')}`,
      carriedRetention: carried === 'retention',
      carriedPerception: carried === 'perception',
    };
    const { lines, transactionCondition } = ccf;
    const parties = { issuer: issuer.value, receptor: receptor.value };
    return { value: { ...parties, adjusted, lines, transactionCondition, observations }, problems };
  });
}

/** Notes on CCF that the company may have issued. Their amounts are worth something in both generations. */
export function notaCreditoOrder(
  company: Company,
  generation: SchemaGeneration,
): fc.Arbitrary<NotaCreditoOrder> {
  return notesOn(creditoFiscalOrder(company, 'v1'), company, generation).map(({ value, problems }) => {
    if (value === null) throw new Error(JSON.stringify(problems));
    return value;
  });
}
