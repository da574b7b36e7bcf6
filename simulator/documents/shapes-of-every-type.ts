import { isClockTime, isDate, isGenerationCode, isTwoDigits, matching } from '../shapes/formats.ts';
import {
  type Fields,
  formed,
  integer,
  list,
  number,
  oneOf,
  orNull,
  type RecordShape,
  record,
  type Shape,
  text,
} from '../shapes/shape.ts';
import type { Generation } from './document-kind.ts';

/** The place of sale in a control number: eight characters of any kind, since 2026 of fixed form. */
const SEGMENT: Readonly<Record<Generation, string>> = { v1: '[A-Z0-9]{8}', v2: '[MBSP][0-9]{3}P[0-9]{3}' };

/** `identificacion` of one type and version; `reason` is the field that says why there is a contingency. */
export function identificacion(options: {
  readonly tipoDte: string;
  readonly version: bigint;
  readonly generation: Generation;
  readonly reason: Fields;
}): RecordShape {
  const numeroControl = new RegExp(`^DTE-${options.tipoDte}-${SEGMENT[options.generation]}-[0-9]{15}$`);
  return record({
    version: integer({ values: [options.version] }),
    ambiente: oneOf('00', '01'),
    tipoDte: oneOf(options.tipoDte),
    numeroControl: text(31, 31, matching(numeroControl)),
    codigoGeneracion: text(36, 36, isGenerationCode),
    tipoModelo: number({ values: [1n, 2n] }),
    tipoOperacion: integer({ values: [1n, 2n] }),
    tipoContingencia: orNull(integer({ values: [1n, 2n, 3n, 4n, 5n] })),
    ...options.reason,
    fecEmi: formed(isDate),
    horEmi: formed(isClockTime),
    tipoMoneda: oneOf('USD'),
  });
}

/** Why there is a contingency, under its usual name. */
export function motivoContin(shortest: number, longest: number): Fields {
  return { motivoContin: orNull(text(shortest, longest)) };
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

/** Up to ten entries of the issuer's own, which types allow to be empty or not. */
export function apendice(campo: number, etiqueta: number, valor: number): Shape {
  const entry = record({ campo: text(campo, 25), etiqueta: text(etiqueta, 50), valor: text(valor, 150) });
  return orNull(list(entry, 1, 10));
}
