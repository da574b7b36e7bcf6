import { catalogEntry } from '../../catalogs/official-catalogs.ts';
import { typeNamed } from './kinds.ts';
import type { DocumentType } from './types/card.ts';

/** What people call a document of this type; the code itself for none of CAT-002. */
export function titleOfType(tipoDte: string): string {
  return typeNamed(tipoDte)?.title ?? catalogEntry('CAT-002', tipoDte)?.description ?? tipoDte;
}

const OR = new Intl.ListFormat('es', { type: 'disjunction' });

/** Types as a sentence names them: "factura (01), crédito fiscal (03) o factura de exportación (11)". */
export function anyOfTypes(types: readonly Pick<DocumentType, 'code' | 'called'>[]): string {
  return OR.format(types.map(({ code, called }) => `${called} (${code})`));
}
