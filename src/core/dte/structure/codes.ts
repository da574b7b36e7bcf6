import { nullable, oneOf } from './shape.ts';
import { text } from './text.ts';

/** A NIT: 14 digits, or the 9 of a DUI. */
export const NIT = /^(?:[0-9]{14}|[0-9]{9})$/;
/** An NRC in v1. */
export const NRC = /^[0-9]{1,8}$/;
/** An activity of CAT-019 in v1. */
export const ACTIVITY = /^[0-9]{2,6}$/;
/** A DUI with its hyphen, and without. */
export const HYPHENATED_DUI = /^[0-9]{8}-[0-9]$/;
export const PLAIN_DUI = /^[0-9]{9}$/;
/** `codigoGeneracion`: a UUID in capitals. */
export const GENERATION_CODE = /^[A-F0-9]{8}(?:-[A-F0-9]{4}){3}-[A-F0-9]{12}$/;

/** CAT-022 as v1 lists it. */
export const personDocumentType = oneOf('36', '13', '02', '03', '37');

/** CAT-016 as v1 lists it. */
export const condicionOperacion = oneOf(1, 2, 3);

/** CAT-015: taxes that one line names in `codTributo`, alike in every v1 type. */
export const codTributo = nullable(oneOf('A8', '57', '90', 'D4', 'D5', '25', 'A6'));

/** CAT-015: special taxes and contributions that a v1 Factura names in its summary. */
export const SPECIAL_TAXES: readonly string[] = [
  'C3',
  '59',
  '71',
  'D1',
  'C5',
  'C6',
  'C7',
  'C8',
  'D5',
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

/** The same and `D4`, which v1 lines of types 01 and 03 may name. */
export const LINE_TAXES: readonly string[] = [...SPECIAL_TAXES, 'D4'];

/** Telephone of an issuer or of a recipient in the country. */
export const telefono = text({ min: 8, max: 30 });
