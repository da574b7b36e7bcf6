import { placeOf } from './form-body.ts';
import {
  CONDITION,
  CREDIT_TERMS,
  DESCRIPTION,
  EXPORT_FIELDS,
  FORMS,
  NOTES,
  PAYMENT_METHOD,
  PRICE,
  QUANTITY,
} from './specs.ts';

/** What a field is called where it does not stand beside its label. */
export function titleOf(path: string): string {
  const place = placeOf(path);
  const label = LABELS.get(place?.leaf ?? place?.head ?? '') ?? 'otro dato';
  return place?.head === 'lines' && place.index !== null
    ? `Línea ${place.index + 1}, ${label}`
    : label.charAt(0).toUpperCase() + label.slice(1);
}

/** What a field is called beside its label, but for those whose label says more than that, or which no form asks for. */
const LABELS: ReadonlyMap<string, string> = new Map([
  ...[...EXPORT_FIELDS, ...FORMS.flatMap(({ asked, more, ofLine }) => [...asked, ...more, ...ofLine])]
    .concat(DESCRIPTION, QUANTITY, PRICE, PAYMENT_METHOD, CONDITION, CREDIT_TERMS, NOTES)
    .map(({ leaf, label }) => [leaf, label.toLowerCase()] as const),
  ['lines', 'líneas'],
  ['name', 'nombre'],
  ['document_number', 'número de documento'],
  ['nit', 'NIT'],
  ['nrc', 'NRC'],
  ['discount_percentage', 'descuento'],
  ['sale_type', 'clase de venta'],
  ['department', 'departamento'],
  ['municipality', 'municipio'],
  ['establishment', 'establecimiento'],
  ['point_of_sale', 'punto de venta'],
  ['payments', 'pagos'],
  ['customer', 'cliente'],
  ['subject', 'a quién se compra'],
]);
