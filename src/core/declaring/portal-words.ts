/** What the portal answers, as the screens of the manual of F-07 v14 (pages 51 to 53) show it. */
export const OTHER_PERIOD = 'Registro de CCF o FACTURA no es para el periodo a declarar';
export const WRONG_DATE = 'Formato de Fecha no es correcto';
export const WRONG_NUMBER = 'Formato de resolución no es correcto';
export const WRONG_STAMP = 'Longitud de serie no es correcto';
export const WRONG_NIT = 'Longitud de Nit no es correcta o no puede ser vacio';
export const WRONG_VAT = 'Cálculo del monto del IVA no es correcto';
export const WRONG_SHAPE = 'Registro no coincide con el de la estructura';
/** Ours: the portal's words for it are not known. */
export const OTHER_TYPE = 'el número de control es de otro tipo de documento';
export const WRONG_ANNEX = 'Información no corresponde a este detalle';
