import { isClockTime, isDate, isGenerationCode, isTwoDigits, matching } from '../shapes/formats.ts';
import {
  formed,
  integer,
  list,
  number,
  oneOf,
  orNull,
  type RecordShape,
  record,
  text,
} from '../shapes/shape.ts';

/** `identificacion` of one type and version; the two generations differ in the number and in `motivoContin`. */
export function identificacion(options: {
  readonly tipoDte: string;
  readonly version: bigint;
  readonly numeroControl: RegExp;
  readonly motivoContin: readonly [number, number];
}): RecordShape {
  return record({
    version: integer({ values: [options.version] }),
    ambiente: oneOf('00', '01'),
    tipoDte: oneOf(options.tipoDte),
    numeroControl: text(31, 31, matching(options.numeroControl)),
    codigoGeneracion: text(36, 36, isGenerationCode),
    tipoModelo: number({ values: [1n, 2n] }),
    tipoOperacion: integer({ values: [1n, 2n] }),
    tipoContingencia: orNull(integer({ values: [1n, 2n, 3n, 4n, 5n] })),
    motivoContin: orNull(text(...options.motivoContin)),
    fecEmi: formed(isDate),
    horEmi: formed(isClockTime),
    tipoMoneda: oneOf('USD'),
  });
}

/** An address of the 2026 generation: codes of two digits (CAT-012, CAT-013, CAT-008) and the street. */
export const direccionV2: RecordShape = record({
  departamento: formed(isTwoDigits),
  municipio: formed(isTwoDigits),
  distrito: formed(isTwoDigits),
  complemento: text(1, 200),
});

/** An address of the first generation. `municipio` is free within two digits: the 2024 codes are accepted. */
export function direccionV1(shortestComplemento: number): RecordShape {
  return record({
    departamento: formed(matching(/^(?:0[1-9]|1[0-4])$/)),
    municipio: formed(isTwoDigits),
    complemento: text(shortestComplemento, 200),
  });
}

export const apendice = orNull(
  list(record({ campo: text(0, 25), etiqueta: text(0, 50), valor: text(0, 150) }), 1, 10),
);
