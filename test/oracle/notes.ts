import fc from 'fast-check';
import type { Company } from '../../src/core/company/company.ts';
import { readIssuer } from '../../src/core/drafting/groundwork.ts';
import type { NotaCreditoOrder } from '../../src/core/drafting/nota-credito-draft.ts';
import type { Order } from '../../src/core/drafting/order.ts';
import { readContribuyente } from '../../src/core/drafting/party.ts';
import type { SchemaGeneration } from '../../src/core/dte/kinds.ts';
import { generationCode } from './document-identities.ts';
import { creditoFiscalOrder } from './orders-of-other-types.ts';
import { anyLength, orNull } from './texts.ts';

/** What a note says besides the CCF it adjusts. */
const circumstances = fc.record({
  number: fc.integer({ min: 1, max: 999_999 }),
  day: fc.integer({ min: 1, max: 20 }),
  carried: fc.constantFrom('nothing', 'nothing', 'retention', 'perception'),
  observations: orNull(anyLength(1, 3000)),
});

/** Notes on CCF that the company may have issued. Their amounts are worth something in both generations. */
export function notaCreditoOrder(
  company: Company,
  generation: SchemaGeneration,
): fc.Arbitrary<NotaCreditoOrder> {
  return fc
    .tuple(creditoFiscalOrder(company, 'v1'), circumstances)
    .map(([ccf, { number, day, carried, observations }]) => ({
      ...partiesOf(ccf, company, generation),
      adjusted: {
        codigoGeneracion: generationCode(`ccf/${number}`),
        fechaEmision: `2026-11-${String(day).padStart(2, '0')}`,
        carriedRetention: carried === 'retention',
        carriedPerception: carried === 'perception',
      },
      lines: ccf.lines,
      transactionCondition: ccf.transactionCondition,
      observations,
    }));
}

function partiesOf(ccf: Order, company: Company, generation: SchemaGeneration) {
  if (ccf.customer === null) throw new Error('a CCF without a customer');
  const { value: issuer, problems } = readIssuer(ccf, { company, generation, place: null });
  const { value: receptor, problems: ofReceptor } = readContribuyente(ccf.customer, {
    path: 'customer',
    generation,
    issuerTerritory: company.address,
    fallbackEmail: company.email,
  });
  if (issuer === null || receptor === null) throw new Error(JSON.stringify([...problems, ...ofReceptor]));
  return { issuer, receptor };
}
