import { totalAmount } from './amounts.ts';
import { is, when } from './conditions.ts';
import { list } from './list.ts';
import { anyNumber, number } from './number.ts';
import { members, nullable, object, type Rule, type Shape } from './shape.ts';
import { text } from './text.ts';

/** `resumen.pagos` of v1. The official pattern of the code (CAT-017) has an empty alternative: no code is one, too. */
export const pagosV1: Shape = payments(
  object({
    codigo: text({ pattern: /^(?:0[1-9]|1[0-4]|99)?$/ }),
    montoPago: totalAmount,
    referencia: nullable(text({ max: 50 })),
    plazo: nullable(text({ pattern: /^0[1-3]$/ })),
    periodo: nullable(anyNumber),
  }),
);

/** What v1 asks of types 03 and 14 on credit (CAT-016): every payment says its term. */
export const creditTerms: Rule = when(is('condicionOperacion', 2), {
  pagos: nullable(list(members({ plazo: text(), periodo: anyNumber }))),
});

/** `resumen.pagos` of v2. */
export const pagosV2: Shape = pagosOf(number({ above: 0 }));

/** `resumen.pagos` of fe-fse-v2, where the period may be any number. */
export const pagosOfAnyPeriod: Shape = pagosOf(anyNumber);

function pagosOf(periodo: Shape): Shape {
  return payments(
    object({
      codigo: nullable(text({ max: 2 })),
      montoPago: totalAmount,
      referencia: nullable(text({ max: 50 })),
      plazo: nullable(text()),
      periodo: nullable(periodo),
    }),
  );
}

function payments(payment: Shape): Shape {
  return nullable(list(payment, { min: 1 }));
}
