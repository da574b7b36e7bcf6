// What the interface calls a datum, in the words of whoever fills in forms or reads what is printed.

const WORDS: readonly (readonly [name: string, words: string])[] = [
  ['replacement_document_id', 'documento que lo reemplaza'],
  ['fiscal_precinct', 'recinto fiscal'],
  ['district_code', 'distrito'],
  ['regime_type', 'tipo de régimen'],
  ['document_id', 'crédito fiscal'],
  ['responsible', 'quien responde'],
  ['is_service', 'retención de renta'],
  ['insurance', 'seguro'],
  ['reference', 'referencia'],
  ['appendix', 'apéndice'],
  ['method', 'forma de pago'],
  ['amount', 'monto'],
  ['field', 'campo'],
  ['label', 'etiqueta'],
  ['value', 'valor'],
  ['requester', 'quien solicita'],
  ['doc_type', 'tipo'],
  ['incoterm', 'INCOTERM'],
  ['freight', 'flete'],
  ['export', 'exportación'],
  ['regime', 'régimen'],
  ['reason', 'explicación'],
  ['type', 'motivo'],
  ['discount_percentage', 'descuento'],
  ['transaction_condition', 'condición de la operación'],
  ['type_contributor', 'tipo de contribuyente'],
  ['document_number', 'número de documento'],
  ['payment_method', 'forma de pago'],
  ['point_of_sale', 'punto de venta'],
  ['document_type', 'tipo de documento'],
  ['activity_code', 'actividad económica'],
  ['customer_name', 'nombre del cliente'],
  ['establishment', 'establecimiento'],
  ['municipality', 'municipio'],
  ['observations', 'observaciones'],
  ['person_type', 'tipo de persona'],
  ['external_ref', 'referencia'],
  ['trade_name', 'nombre comercial'],
  ['description', 'descripción'],
  ['department', 'departamento'],
  ['unit_price', 'precio'],
  ['sale_type', 'clase de venta'],
  ['item_type', 'tipo de ítem'],
  ['quantity', 'cantidad'],
  ['payments', 'pagos'],
  ['deadline', 'plazo'],
  ['district', 'distrito'],
  ['customer', 'cliente'],
  ['address', 'dirección'],
  ['country', 'país'],
  ['subject', 'sujeto excluido'],
  ['period', 'período'],
  ['phone', 'teléfono'],
  ['email', 'correo'],
  ['lines', 'línea'],
  ['unit', 'unidad'],
  ['name', 'nombre'],
  ['code', 'código'],
  ['nit', 'NIT'],
  ['nrc', 'NRC'],
  ['dui', 'DUI'],
];

const BY_NAME: ReadonlyMap<string, string> = new Map(WORDS);
const NAMES = WORDS.map(([name]) => name).join('|');
/** A field of the interface, alone or in another: `quantity`, `customer.email`, `lines[2].unit`. */
const FIELD = new RegExp(`(?<![\\w.])((?:${NAMES})(?:\\[\\d*\\])?)((?:\\.(?:${NAMES}))?)(?![\\w[])`, 'g');

/** A sentence with the fields of the interface in words, each between quotation marks. */
export function fieldsInWords(sentence: string): string {
  return sentence.replace(FIELD, (_, head: string, leaf: string) => `«${nameOf(head, leaf)}»`);
}

/** A field alone, by its words; one that has none stays as it is. */
export function fieldInWords(field: string): string {
  return field.replace(FIELD, (_, head: string, leaf: string) => nameOf(head, leaf));
}

function nameOf(head: string, leaf: string): string {
  const [, name = '', place] = /^(\w+)(?:\[(\d*)\])?$/.exec(head) ?? [];
  const isNumbered = place !== undefined && place !== '';
  const one = place === undefined ? undefined : ONE_OF[name];
  const of = `${one ?? BY_NAME.get(name) ?? name}${isNumbered ? ` ${Number(place) + 1}` : ''}`;
  if (leaf === '') return of;
  return `${BY_NAME.get(leaf.slice(1)) ?? leaf} ${ARTICLES[name] ?? 'del'} ${of}`;
}

/** What one of several is called, where all of them are called otherwise. */
const ONE_OF: Readonly<Record<string, string>> = { payments: 'pago' };

/** What stands before what a field belongs to, where that is no "del". */
const ARTICLES: Readonly<Record<string, string>> = {
  lines: 'de la',
  export: 'de la',
  responsible: 'de',
  requester: 'de',
};
