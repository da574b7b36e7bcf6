import { unitByCode } from '../../catalogs/units.ts';
import { typeNamed } from '../../core/dte/kinds.ts';
import {
  amountAt,
  isSomething,
  listAt,
  type Members,
  membersAt,
  textAt,
} from '../../core/dte/official-json.ts';
import {
  type AmountColumn,
  PRICE,
  PRINTED_SALE,
  SALES,
  type SaleClass,
} from '../../core/dte/types/printed.ts';
import { centsText, priceText, quantityText } from '../../core/money/amount-text.ts';
import { entries, nameOf } from './names.ts';
import { roundingRemark } from './rounding-remark.ts';
import type { Line, LineTable } from './sheet.ts';

const OTHER: AmountColumn = { key: 'noGravado', label: 'Otros no afectos' };
/** Only a line of fe-nc-v4 has these. */
const SHARES: readonly AmountColumn[] = [
  { key: 'ivaPerci', label: 'IVA percibido' },
  { key: 'ivaRete', label: 'IVA retenido' },
];

/** The lines of a document with the columns of its type; amounts that the law only wants where there are any, then. */
export function lineTableOf(document: Members, tipoDte: string): LineTable {
  const items = listAt(document, 'cuerpoDocumento');
  const hasOther = items.some((item) => isSomething(amountAt(item, OTHER.key)));
  const shares = SHARES.filter(({ key }) => textAt(items[0] ?? null, key) !== null);
  const columns = [
    ...(typeNamed(tipoDte)?.printed ?? PRINTED_SALE).columns,
    ...(hasOther ? [OTHER] : []),
    ...shares,
  ];
  const related = relatedToAll(items);
  const remark = roundingRemark(items, columns, membersAt(document, 'resumen'));
  return {
    columns,
    lines: items.map((item, index) => lineOf(item, index, { columns, related })),
    below: [
      ...(related === null ? [] : [`Documento relacionado de todas las líneas: ${related}`]),
      ...(remark === null ? [] : [remark]),
    ],
  };
}

/** The document to which all lines relate; null where they relate to several, or to none. */
function relatedToAll(items: readonly Members[]): string | null {
  const [first = null, ...others] = new Set(items.map((item) => textAt(item, 'numeroDocumento')));
  return others.length === 0 ? first : null;
}

interface LineContext {
  readonly columns: readonly AmountColumn[];
  /** Said once for all lines. */
  readonly related: string | null;
}

function lineOf(item: Members, index: number, { columns, related }: LineContext): Line {
  return {
    number: textAt(item, 'numItem') ?? String(index + 1),
    quantity: quantityText(amountAt(item, 'cantidad')),
    unit: unitText(textAt(item, 'uniMedida')),
    code: textAt(item, 'codigo') ?? '',
    description: textAt(item, 'descripcion') ?? '',
    notes: entries(
      ['Tributo', nameOf('CAT-015', textAt(item, 'codTributo'))],
      ['Doc. relacionado', related === null ? textAt(item, 'numeroDocumento') : null],
    ),
    amounts: columns.map(({ key }) => {
      const digits = amountAt(item, key);
      return key === PRICE.key ? priceText(digits) : centsText(digits);
    }),
    saleClasses: saleClassesOf(item),
  };
}

function saleClassesOf(item: Members): readonly SaleClass[] {
  const made = SALES.flatMap(({ key, saleClass }) =>
    saleClass !== undefined && isSomething(amountAt(item, key)) ? [saleClass] : [],
  );
  return made.length > 0 ? made : ['G'];
}

/** CAT-014: "Otra", which says nothing. */
const ANY_UNIT = '99';

function unitText(code: string | null): string {
  if (code === null || code === ANY_UNIT) return '';
  return unitByCode(code)?.description ?? code;
}
