import type { Issuer } from '../../src/core/drafting/issuer.ts';
import { exampleCompany } from './example-company.ts';
import { pointOfSaleOf } from './identifiers.ts';

/** The example company at its only establishment, with the changes given to its file. */
export function exampleIssuer(changes: Readonly<Record<string, unknown>> = {}): Issuer {
  const company = exampleCompany(changes);
  const [establishment] = company.establishments;
  if (establishment === undefined) throw new Error('the example company has an establishment');
  return { company, establishment, pointOfSale: pointOfSaleOf('P001'), activityCode: company.activityCode };
}
