import { activityByCode } from '../../catalogs/activities.ts';
import { resolveIssuerTerritory } from '../territory/resolve-territory.ts';
import type { CompanyFileContext } from './file-place.ts';

/** A company file read against the official catalogs: CAT-019, and the trios of CAT-012, CAT-013 and CAT-008. */
export const CATALOG_CONTEXT: CompanyFileContext = {
  activityExists: (code) => activityByCode(code) !== null,
  resolveIssuerTerritory: (words) => resolveIssuerTerritory({ ...words, districtCode: words.district_code }),
};
