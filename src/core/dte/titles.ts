import { catalogEntry } from '../../catalogs/official-catalogs.ts';

/** The title of one document: CAT-002 has some of its types in the plural. */
const TITLES: Readonly<Record<string, string>> = {
  '01': 'Factura',
  '03': 'Comprobante de crédito fiscal',
  '05': 'Nota de crédito',
  '11': 'Factura de exportación',
  '14': 'Factura de sujeto excluido',
};

/** What people call a document of this type; the code itself for none of CAT-002. */
export function titleOfType(tipoDte: string): string {
  return TITLES[tipoDte] ?? catalogEntry('CAT-002', tipoDte)?.description ?? tipoDte;
}
