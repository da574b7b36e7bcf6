import { type DteObject, serializeDte } from '../../src/core/dte/structure/write.ts';
import { type Decimal, decimal } from '../../src/core/money/decimal.ts';

/** A copy of a drafted document in which one amount is another. */
export interface Mutation {
  /** Like `cuerpoDocumento.0.ventaGravada`. */
  readonly path: string;
  readonly text: string;
}

/** The amounts of a line that the authority computes again. */
const LINE_AMOUNTS = [
  'montoDescu',
  'ventaNoSuj',
  'ventaExenta',
  'ventaGravada',
  'noGravado',
  'ivaItem',
  'ivaPerci',
  'ivaRete',
  'totalIva',
  'compra',
];
/** The amounts of the summary that it computes again; a generation has those that its schema names. */
const SUMMARY_AMOUNTS = [
  'totalNoSuj',
  'totalExenta',
  'totalGravada',
  'subTotalVentas',
  'descuNoSuj',
  'descuExenta',
  'descuGravada',
  'totalDescu',
  'subTotal',
  'ivaRete1',
  'ivaRete',
  'reteRenta',
  'montoTotalOperacion',
  'totalNoGravado',
  'totalPagar',
  'totalIva',
  'ivaPerci1',
  'ivaPerci',
  'tributos.0.valor',
  'descuento',
  'seguro',
  'flete',
  'totalCompra',
  'descu',
];

/** One mutation for every amount: `deltaOf` says by how much, null leaves the amount out. */
export function mutateAmounts(
  draft: string,
  deltaOf: (amount: { readonly path: string; readonly value: Decimal }) => Decimal | null,
): readonly Mutation[] {
  return amountPaths(readDraft(draft)).flatMap(({ path, value }) => {
    const delta = deltaOf({ path, value });
    return delta === null ? [] : [{ path, text: mutated(draft, path, value + delta) }];
  });
}

/** The draft with its numbers as exact decimals. */
function readDraft(draft: string): DteObject {
  return JSON.parse(draft, (_key: string, value: unknown, context?: { readonly source?: string }) =>
    typeof value === 'number' ? decimal(context?.source ?? '') : value,
  );
}

function amountPaths(document: DteObject): readonly { readonly path: string; readonly value: Decimal }[] {
  const lines = document['cuerpoDocumento'];
  const count = Array.isArray(lines) ? lines.length : 0;
  const paths = [
    ...Array.from({ length: count }, (_, index) =>
      LINE_AMOUNTS.map((name) => `cuerpoDocumento.${index}.${name}`),
    ).flat(),
    ...SUMMARY_AMOUNTS.map((name) => `resumen.${name}`),
  ];
  return paths.flatMap((path) => {
    const value = path.split('.').reduce<unknown>(step, document);
    return typeof value === 'bigint' ? [{ path, value }] : [];
  });
}

function mutated(draft: string, path: string, value: Decimal): string {
  const document = readDraft(draft);
  const keys = path.split('.');
  const parent = keys.slice(0, -1).reduce<unknown>(step, document);
  if (typeof parent !== 'object' || parent === null) throw new RangeError(path);
  Reflect.set(parent, keys.at(-1) ?? '', value);
  return serializeDte(document);
}

function step(node: unknown, key: string): unknown {
  return typeof node === 'object' && node !== null ? Reflect.get(node, key) : undefined;
}
