import type { UserPage } from '../../page.ts';
import { CATALOGS_PATH, catalogOptions } from '../../suggesting.ts';

/** `/app/catalogos/:catalogo`: what a field suggests while somebody types. */
export const CATALOGS: UserPage = {
  path: `${CATALOGS_PATH}/:catalogo`,
  access: 'user',
  isSuggestion: true,
  get(_parts, { isPartial, params, query }) {
    if (!isPartial) return '/app';
    const [[, text = ''] = []] = query.entries;
    return catalogOptions(params['catalogo'] ?? '', text);
  },
};
