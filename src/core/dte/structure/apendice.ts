import { list } from './list.ts';
import { nullable, object, type Shape } from './shape.ts';
import { text } from './text.ts';

/** The shortest texts of an entry. */
export interface ApendiceMinimum {
  readonly campo: number;
  readonly etiqueta: number;
  readonly valor: number;
}

/** The list `apendice`: free information of the issuer's. */
export function apendice(min: ApendiceMinimum): Shape {
  const entry = object({
    campo: text({ min: min.campo, max: 25 }),
    etiqueta: text({ min: min.etiqueta, max: 50 }),
    valor: text({ min: min.valor, max: 150 }),
  });
  return nullable(list(entry, { min: 1, max: 10 }));
}

/** Most types take empty texts. */
export const FREE: ApendiceMinimum = { campo: 0, etiqueta: 0, valor: 0 };
/** Those of fe-ccf-v3 and of both schemas of type 05. */
export const SPEAKING: ApendiceMinimum = { campo: 2, etiqueta: 3, valor: 1 };
/** Those of fe-fex-v3. */
export const NOT_EMPTY: ApendiceMinimum = { campo: 1, etiqueta: 1, valor: 1 };
