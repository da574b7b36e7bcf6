import { isQuarantineShort, productionIsSimulated } from '../cli/production-guard.ts';
import type { NodeSettings } from '../config/node-settings.ts';

/**
 * Why a node may open no company of production, as a sentence; null where it may. The command line refuses the same, when a
 * company is applied or when a node starts: a node that already serves must not need to be told.
 */
export function productionObstacle(
  settings: Pick<
    NodeSettings,
    'testCompaniesOnly' | 'haciendaProductionUrl' | 'masterKeyFile' | 'quarantineMs'
  >,
): string | null {
  if (settings.testCompaniesOnly || productionIsSimulated(settings))
    return 'Aquí solo hay empresas de prueba, porque esta instalación trabaja con una Hacienda simulada.';
  if (settings.masterKeyFile === null)
    return 'Para abrir empresas de producción, la instalación necesita su llave maestra en un archivo aparte (SELLO_MASTER_KEY_FILE).';
  if (isQuarantineShort(settings))
    return 'Para abrir empresas de producción, SELLO_QUARANTINE_MINUTES debe ser al menos 15.';
  return null;
}
