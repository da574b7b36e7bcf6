import { type Installation, openInstallation, refuseUnsafe, unlock } from './installation.ts';
import { journalPath } from './master-key.ts';
import { productionIsSimulated, refuseProduction } from './production-guard.ts';
import type { Program, ServiceOptions, Unlocked } from './program.ts';

/** An unlocked installation and how a node of it is to run. */
export interface NodeOpening {
  readonly unlocked: Unlocked;
  readonly installation: Installation;
  readonly options: ServiceOptions;
}

/** Opens the installation for a node that issues documents; refuses what is unsafe. */
export async function openNode(program: Program, stack: AsyncDisposableStack): Promise<NodeOpening> {
  const { settings } = program;
  const installation = await openInstallation(program, stack, refuseUnsafe);
  const testCompaniesOnly = productionIsSimulated(settings);
  if (testCompaniesOnly)
    refuseProduction(
      await installation.office.companies.list(),
      'SELLO_HACIENDA_PRODUCTION_URL is on this machine',
    );
  const unlocked = await unlock(program, installation);
  const { haciendaTestUrl, logLevel } = settings;
  return {
    unlocked,
    installation,
    options: {
      haciendaTestUrl,
      logLevel: logLevel ?? 'info',
      journals: journalPath(settings),
      testCompaniesOnly,
    },
  };
}
