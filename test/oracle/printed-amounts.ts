import type { ExpectedFactura, ExpectedLine, ExpectedSummary } from './factura-arithmetic.ts';

/** The amounts of a document exactly as it prints them, and whether any number has an exponent. */
export interface PrintedAmounts {
  readonly amounts: ExpectedFactura;
  readonly exponents: boolean;
}

const LINE: readonly (keyof ExpectedLine)[] = [
  'cantidad',
  'precioUni',
  'montoDescu',
  'ventaNoSuj',
  'ventaExenta',
  'ventaGravada',
  'psv',
  'noGravado',
  'ivaItem',
];

const SUMMARY: readonly (keyof ExpectedSummary)[] = [
  'totalNoSuj',
  'totalExenta',
  'totalGravada',
  'subTotalVentas',
  'descuNoSuj',
  'descuExenta',
  'descuGravada',
  'porcentajeDescuento',
  'totalDescu',
  'subTotal',
  'montoTotalOperacion',
  'totalNoGravado',
  'totalPagar',
  'totalIva',
  'saldoFavor',
];

/** Reads the amounts of a Factura's text; `retention` is the name of the withheld VAT in its generation. */
export function printedAmounts(text: string, retention: 'ivaRete1' | 'ivaRete'): PrintedAmounts {
  const numbers: string[] = [];
  const document = JSON.parse(
    text,
    (_key: string, value: unknown, context?: { readonly source?: string }) => {
      if (typeof value !== 'number') return value;
      numbers.push(context?.source ?? '');
      return context?.source;
    },
  );
  const { cuerpoDocumento, resumen } = document;
  return {
    amounts: {
      lines: cuerpoDocumento.map((line: object) => pick(line, LINE)),
      summary: pick(resumen, SUMMARY),
      retention: resumen[retention],
      payments: resumen.pagos.map((pago: { readonly montoPago: string }) => pago.montoPago),
    },
    exponents: numbers.some((number) => /e/i.test(number)),
  };
}

function pick<K extends string>(record: object, keys: readonly K[]): Readonly<Record<K, string>> {
  const values: Partial<Record<K, string>> = {};
  for (const key of keys) values[key] = String(Reflect.get(record, key));
  return complete(values, keys);
}

function complete<K extends string>(
  values: Partial<Record<K, string>>,
  keys: readonly K[],
): Readonly<Record<K, string>> {
  if (!hasAll(values, keys)) throw new TypeError('an amount is missing');
  return values;
}

function hasAll<K extends string>(
  values: Partial<Record<K, string>>,
  keys: readonly K[],
): values is Record<K, string> {
  return keys.every((key) => values[key] !== undefined);
}
