/** Taxes besides VAT that a line may list (CAT-015). */
export const LINE_TRIBUTOS = [
  'C3',
  '59',
  '71',
  'D1',
  'C5',
  'C6',
  'C7',
  'C8',
  'D5',
  'D4',
  '19',
  '28',
  '31',
  '32',
  '33',
  '34',
  '35',
  '36',
  '37',
  '38',
  '39',
  '42',
  '43',
  '44',
  '50',
  '51',
  '52',
  '53',
  '54',
  '55',
  '58',
  '77',
  '78',
  '79',
  '85',
  '86',
  '91',
  '92',
  'A1',
  'A5',
  'A7',
  'A9',
];

/** Taxes of the summary: those of the lines, without D4. */
export const RESUMEN_TRIBUTOS: readonly string[] = LINE_TRIBUTOS.filter((code) => code !== 'D4');

/** Taxes that stand as a line of their own (`tipoItem` 4). */
export const LINE_COD_TRIBUTO = ['A8', '57', '90', 'D4', 'D5', '25', 'A6'];

/** Identity documents of a receiver (CAT-022). */
export const RECEPTOR_DOCUMENTS = ['36', '13', '02', '03', '37'];

/** Ways to pay (CAT-017, 2026). */
export const PAYMENT_CODES = ['01', '02', '03', '04', '05', '08', '09', '11', '12', '13', '14', '99'];

/** Units of a term (CAT-018). */
export const PLAZOS = ['01', '02', '03'];

/** Documents to which a factura may refer (CAT-002): nota de remision and documento contable de liquidacion. */
export const FACTURA_RELATED = ['04', '09'];

/** Taxes that only inform of a price difference and are not part of the total. */
export const INFORMATIVE_TRIBUTOS = ['C5', 'C6', 'C7'];
