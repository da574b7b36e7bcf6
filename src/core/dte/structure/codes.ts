/** A NIT: 14 digits, or the 9 of a DUI. */
export const NIT = 'text like ^(?:[0-9]{14}|[0-9]{9})$';
/** An NRC in v1. */
export const NRC = 'text like ^[0-9]{1,8}$';
/** An NRC in v2, and in the types of v1 that ask for two digits. */
export const NRC_V2 = 'text 2..8';
export const NRC_OF_TWO = 'text 2.. like ^[0-9]{1,8}$';
/** An activity of CAT-019 in v1, and in the types that ask for five digits. */
export const ACTIVITY = 'text like ^[0-9]{2,6}$';
export const LONG_ACTIVITY = 'text 5.. like ^[0-9]{2,6}$';
/** A DUI with its hyphen, and without. */
export const HYPHENATED_DUI = 'text like ^[0-9]{8}-[0-9]$';
export const PLAIN_DUI = 'text like ^[0-9]{9}$';
/** `codigoGeneracion`: a UUID in capitals. */
export const GENERATION_CODE = 'text like ^[A-F0-9]{8}(?:-[A-F0-9]{4}){3}-[A-F0-9]{12}$';

/** Telephone of an issuer or of a recipient in the country. */
export const TELEFONO = 'text 8..30';

/** CAT-022 as v1 lists it. */
export const PERSON_DOCUMENTS: readonly string[] = ['36', '13', '02', '03', '37'];

/** CAT-015: special taxes and contributions that a v1 Factura names in its summary. */
export const SPECIAL_TAXES: readonly string[] = (
  'C3 59 71 D1 C5 C6 C7 C8 D5 19 28 31 32 33 34 35 36 37 38 39 42 43 44 50 51 52 53 54 55 58 77 78 79 85 86 91 92 ' +
  'A1 A5 A7 A9'
).split(' ');

/** The special taxes and `D4`, which v1 lines of types 01 and 03 may name. */
export const LINE_TAXES: readonly string[] = [...SPECIAL_TAXES, 'D4'];
