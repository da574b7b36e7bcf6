import { unitByCode } from '../../catalogs/units.ts';
import { amountAt, isSomething, listAt, type Members, textAt } from '../../core/dte/official-json.ts';
import { amountText, quantityText } from '../../core/money/amount-text.ts';
import { entries, nameOf } from './names.ts';
import type { AmountColumn, Line, LineTable } from './sheet.ts';

const PRICE: AmountColumn = { key: 'precioUni', label: 'Precio unitario' };
const DISCOUNT: AmountColumn = { key: 'montoDescu', label: 'Descuento' };
const SALES: readonly AmountColumn[] = [
  { key: 'ventaNoSuj', label: 'Ventas no sujetas', saleClass: 'N' },
  { key: 'ventaExenta', label: 'Ventas exentas', saleClass: 'E' },
  { key: 'ventaGravada', label: 'Ventas gravadas', saleClass: 'G' },
];
const OTHER: AmountColumn = { key: 'noGravado', label: 'Otros no afectos' };
/** Only a line of fe-nc-v4 has these. */
const SHARES: readonly AmountColumn[] = [
  { key: 'ivaPerci', label: 'IVA percibido' },
  { key: 'ivaRete', label: 'IVA retenido' },
];

const COLUMNS: Readonly<Record<string, readonly AmountColumn[]>> = {
  '11': [PRICE, DISCOUNT, { key: 'ventaGravada', label: 'Ventas gravadas' }],
  '14': [PRICE, DISCOUNT, { key: 'compra', label: 'Compras' }],
};

/** The lines of a document with the columns of its type; amounts that the law only wants where there are any, then. */
export function lineTableOf(document: Members, tipoDte: string): LineTable {
  const items = listAt(document, 'cuerpoDocumento');
  const hasOther = items.some((item) => isSomething(amountAt(item, OTHER.key)));
  const shares = SHARES.filter(({ key }) => textAt(items[0] ?? null, key) !== null);
  const columns = [
    ...(COLUMNS[tipoDte] ?? [PRICE, DISCOUNT, ...SALES]),
    ...(hasOther ? [OTHER] : []),
    ...shares,
  ];
  return { columns, lines: items.map((item, index) => lineOf(item, index, columns)) };
}

function lineOf(item: Members, index: number, columns: readonly AmountColumn[]): Line {
  return {
    number: textAt(item, 'numItem') ?? String(index + 1),
    quantity: quantityText(amountAt(item, 'cantidad')),
    unit: unitText(textAt(item, 'uniMedida')),
    description: textAt(item, 'descripcion') ?? '',
    notes: entries(
      ['Código', textAt(item, 'codigo')],
      ['Tributo', nameOf('CAT-015', textAt(item, 'codTributo'))],
      ['Doc. relacionado', textAt(item, 'numeroDocumento')],
    ),
    amounts: columns.map(({ key }) => amountText(amountAt(item, key))),
  };
}

function unitText(code: string | null): string {
  return unitByCode(code ?? '')?.description ?? code ?? '';
}
