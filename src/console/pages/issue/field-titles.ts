import { placeOf } from './form-body.ts';
import { CREDIT_TERMS, DESCRIPTION, EXPORT_FIELDS, NOTES, PRICE, QUANTITY, TERMS } from './specs.ts';

/** What a field is called where it does not stand beside its label. */
export function titleOf(path: string): string {
  const place = placeOf(path);
  const label = LABELS.get(place?.leaf ?? place?.head ?? '') ?? 'otro dato';
  return place?.head === 'lines' && place.index !== null
    ? `Línea ${place.index + 1}, ${label}`
    : capital(label);
}

const LABELS: ReadonlyMap<string, string> = new Map([
  ...[DESCRIPTION, QUANTITY, PRICE, ...TERMS, ...CREDIT_TERMS, ...NOTES, ...EXPORT_FIELDS].map(
    ({ leaf, label }) => [leaf, label.toLowerCase()] as const,
  ),
  ['lines', 'líneas'],
  ['name', 'nombre'],
  ['document_type', 'tipo de documento'],
  ['document_number', 'número de documento'],
  ['nit', 'NIT'],
  ['nrc', 'NRC'],
  ['activity_code', 'actividad económica'],
  ['email', 'correo'],
  ['phone', 'teléfono'],
  ['district', 'distrito'],
  ['address', 'dirección'],
  ['country', 'país'],
  ['person_type', 'persona'],
  ['trade_name', 'nombre comercial'],
  ['type_contributor', 'clase de contribuyente'],
  ['code', 'código'],
  ['unit', 'unidad'],
  ['discount_percentage', 'descuento'],
  ['item_type', 'qué es'],
  ['sale_type', 'clase de venta'],
  ['is_service', 'retención de renta'],
  ['department', 'departamento'],
  ['municipality', 'municipio'],
  ['establishment', 'establecimiento'],
  ['point_of_sale', 'punto de venta'],
  ['payments', 'pagos'],
  ['customer', 'cliente'],
  ['subject', 'a quién se compra'],
]);

function capital(label: string): string {
  return label.charAt(0).toUpperCase() + label.slice(1);
}
