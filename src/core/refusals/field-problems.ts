/**
 * Every way in which a field can be wrong: the machine-readable code that stands beside the sentence in `errors[]`, and
 * what it means. Sentences may be said better some day; a code never changes its meaning.
 */
export const FIELD_PROBLEMS = {
  required: 'Falta, y es obligatorio: siempre, o para este documento.',
  not_configured: 'Falta, y tampoco está en los datos de la empresa.',
  empty: 'Está vacío o en blanco.',
  unknown_field: 'El campo no existe.',
  unknown_parameter: 'El parámetro se parece a uno que existe.',
  repeated_field: 'El campo aparece más de una vez.',
  not_allowed: 'No se envía en este documento, o junto con otro campo que lo contradice.',
  contradiction: 'Dice algo distinto que otro campo con el mismo significado.',
  wrong_type: 'No es del tipo de JSON que se espera.',
  bad_format: 'El texto no tiene la forma, el largo o el dígito verificador que se exige.',
  bad_character: 'Contiene un carácter de control o medio carácter Unicode.',
  too_short: 'Tiene menos caracteres que el mínimo.',
  too_long: 'Tiene más caracteres que el máximo.',
  too_few_items: 'La lista tiene menos elementos que el mínimo.',
  too_many_items: 'La lista, o el objeto, tiene más elementos que el máximo.',
  not_a_number: 'El texto no es un número.',
  not_whole: 'No es un número entero.',
  not_cents: 'No es un monto con 2 decimales como máximo, o es negativo.',
  too_small: 'Es menor que el mínimo.',
  out_of_range: 'Está fuera del rango que se admite.',
  too_large: 'Es mayor que el máximo, o tiene más de 11 dígitos enteros.',
  not_an_option: 'No es uno de los valores que se admiten.',
  unknown_code: 'El código no existe en su catálogo.',
  unknown_place: 'El lugar no existe, o sus códigos no van juntos.',
  unknown_issuing_place: 'No es un establecimiento o punto de venta de la empresa.',
  is_issuer: 'Es el NIT de la propia empresa, y el documento va a otro contribuyente.',
  not_in_schema: 'El esquema de la normativa vigente no lo admite.',
  wrong_sum: 'Los montos no suman el total a pagar.',
  total_zero: 'El total es cero y no puede serlo.',
  class_exceeded: 'La nota toma de esa clase de venta más de lo que queda del CCF.',
  units_exceeded: 'Entre todas las notas se devuelven más unidades de esa línea que las vendidas.',
  nothing_to_pay: 'No queda nada por pagar, y la condición dice otra cosa.',
  unknown_document: 'No existe un documento con ese identificador o referencia.',
  wrong_document: 'El documento existe y no sirve para esto.',
  invalid: 'No es válido.',
} as const satisfies Record<string, string>;

export type FieldProblemCode = keyof typeof FIELD_PROBLEMS;
