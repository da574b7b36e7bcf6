import { object, type Shape } from './shape.ts';
import { type TextLimits, text } from './text.ts';

/**
 * An address of v1. The official pattern of the department binds its alternatives loosely: a text that begins with 01
 * to 09, or ends with 10 to 14. The municipalities that v1 lists for each department are not asked for: they are the
 * codes from before 2024, and the authority does not enforce them (docs/decisions, 3).
 */
export function direccionV1(shortestComplemento: number): Shape {
  return object({
    departamento: text({ pattern: /^0[1-9]|1[0-4]$/ }),
    municipio: text({ pattern: /^[0-9]{2}$/ }),
    complemento: text({ min: shortestComplemento, max: 200 }),
  });
}

/** An address of v2, whose codes only the authority checks; one schema bounds the length of two of them. */
export function direccionV2(code: TextLimits = {}): Shape {
  return object({
    departamento: text(code),
    municipio: text(code),
    distrito: text(),
    complemento: text({ min: 1, max: 200 }),
  });
}
