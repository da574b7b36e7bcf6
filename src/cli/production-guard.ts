import { isLoopbackUrl } from '../config/setting-values.ts';
import type { Settings } from '../config/settings.ts';
import type { StoredCompany } from '../operations/companies/ports.ts';
import { CommandFailure } from './failure.ts';

/** Whether what stands for the production authority can only be a simulator. */
export function productionIsSimulated({ haciendaProductionUrl }: Settings): boolean {
  return isLoopbackUrl(haciendaProductionUrl);
}

/** A production company must never get a simulator's stamp: such a document looks real and is worth nothing. */
export function refuseProduction(companies: readonly StoredCompany[], place: string): void {
  const production = companies.find(({ company }) => company.ambiente === '01');
  if (production === undefined) return;
  throw new CommandFailure(
    'simulator_meets_production',
    `${production.company.slug} is a production company (environment 01) and ${place}: no document of it may ever be stamped by a simulator.`,
  );
}
