import { isLoopbackUrl } from '../config/setting-checks.ts';
import type { Settings } from '../config/settings.ts';
import type { CompanySlug } from '../core/identifiers/company-slug.ts';
import type { StoredCompany } from '../operations/companies/ports.ts';
import { CommandFailure } from './failure.ts';

/** What the Ministry needs at the most to work a document off, as far as is known; the schema keeps the same bound. */
const LEAST_QUARANTINE_MS = 15 * 60_000;

/** Whether bytes of a production company would be given up too early. */
export function isQuarantineShort({ quarantineMs }: Pick<Settings, 'quarantineMs'>): boolean {
  return quarantineMs < LEAST_QUARANTINE_MS;
}

/** Two documents for one sale may be the price of a short quarantine, where documents count. */
export function refuseShortQuarantine(slug: CompanySlug | null, settings: Settings): void {
  if (slug === null || !isQuarantineShort(settings)) return;
  throw new CommandFailure(
    'quarantine_too_short',
    `SELLO_QUARANTINE_MINUTES is ${settings.quarantineMs / 60_000}, and ${slug} is a production company (environment 01): give it at least 15 minutes.`,
  );
}

/** Whether what stands for the production authority can only be a simulator. */
export function productionIsSimulated({
  haciendaProductionUrl,
}: Pick<Settings, 'haciendaProductionUrl'>): boolean {
  return isLoopbackUrl(haciendaProductionUrl);
}

/** The slug of a company of the production environment; null where there is none. */
export function productionAmong(companies: readonly StoredCompany[]): CompanySlug | null {
  return companies.find(({ company }) => company.ambiente === '01')?.company.slug ?? null;
}

/** A production company must never get a simulator's stamp: such a document looks real and is worth nothing. */
export function refuseProduction(slug: CompanySlug | null, place: string): void {
  if (slug === null) return;
  throw new CommandFailure(
    'simulator_meets_production',
    `${slug} is a production company (environment 01) and ${place}: no document of it may ever be stamped by a simulator.`,
  );
}
