import type { Ajv } from 'ajv';

/** How many decimals the shortest text of a number needs: 1.25 has 2, 1e-8 has 8, 1e21 none. */
export function decimalsOf(value: number): number {
  if (Number.isInteger(value)) return 0;
  const [mantissa = '', exponent = '0'] = String(value).split('e');
  const fraction = mantissa.split('.')[1] ?? '';
  return Math.max(0, fraction.length - Number(exponent));
}

/**
 * Gives an Ajv instance a `multipleOf` that counts decimals instead of dividing binary floats. The built-in one
 * refuses valid amounts such as 0.07 for 0.01, and no `multipleOfPrecision` suits 0.01 and 1e-8 alike. It knows
 * powers of ten up to 1, which is all that the official schemas use, and throws RangeError for anything else.
 */
export function countDecimals(ajv: Ajv): Ajv {
  ajv.removeKeyword('multipleOf');
  return ajv.addKeyword({
    keyword: 'multipleOf',
    type: 'number',
    schemaType: 'number',
    compile: (step: number) => {
      const allowed = decimalsOf(step);
      if (Number(`1e-${allowed}`) !== step) throw new RangeError(`not a power of ten up to 1: ${step}`);
      return (value: number) => decimalsOf(value) <= allowed;
    },
    error: { message: ({ schema }) => `must be a multiple of ${schema}` },
  });
}
