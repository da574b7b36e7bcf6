// What the interface calls a field, in the words of whoever fills in forms: explanations are written for both.

const WORDS: readonly (readonly [name: string, words: string])[] = [
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
const FIELD = new RegExp(`(?<![\\w.])((?:${NAMES})(?:\\[\\d+\\])?)((?:\\.(?:${NAMES}))?)(?![\\w[])`, 'g');

/** A sentence with the fields of the interface in words. */
export function inWords(sentence: string): string {
  return sentence.replace(FIELD, (_, head: string, leaf: string) => {
    const [, name = '', place] = /^(\w+)(?:\[(\d+)\])?$/.exec(head) ?? [];
    const of = `${BY_NAME.get(name) ?? name}${place === undefined ? '' : ` ${Number(place) + 1}`}`;
    if (leaf === '') return of;
    const article = place === undefined ? 'del' : 'de la';
    return `${BY_NAME.get(leaf.slice(1)) ?? leaf} ${article} ${of}`;
  });
}
