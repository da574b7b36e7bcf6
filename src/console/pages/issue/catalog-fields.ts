import type { FormFields } from '../../../operations/forms/ports.ts';
import { entryNamed, hasCatalog, labelOf } from '../../catalogs.ts';
import { placeOf } from './form-body.ts';

/** The catalog behind the field of this name, which its last part says; null where none is. */
export function catalogOf(name: string): string | null {
  const place = placeOf(name);
  const leaf = place?.leaf ?? place?.head ?? '';
  return hasCatalog(leaf) ? leaf : null;
}

/** The form with each text of a catalog that has one meaning as the code and words of that. */
export function withCatalogs(fields: FormFields): FormFields {
  const entries = Object.entries(fields).map(([name, value]): readonly [string, string] => {
    const catalog = catalogOf(name);
    const entry = catalog === null || value.trim() === '' ? null : entryNamed(catalog, value);
    return [name, entry === null ? value : labelOf(entry)];
  });
  return Object.fromEntries(entries);
}
