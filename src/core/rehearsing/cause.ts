import type { ProductName } from '../drafting/completion.ts';
import type { FieldProblem } from '../refusals/refusal.ts';

/**
 * What a cause does to a document: it cannot be issued; it is issued with a value that Sello supplies because the
 * generation demands one; or it carries, in the one generation as in the other, a value that says little.
 */
export const CAUSE_KINDS = ['impossible', 'repaired', 'remark'] as const;
export type CauseKind = (typeof CAUSE_KINDS)[number];

/** Something that a rehearsal found about a document. */
export interface Cause {
  readonly kind: CauseKind;
  readonly code: string;
  /** In the caller's own names, for lines of any place: `lines[].unit`. */
  readonly field: string;
  /** In Spanish. */
  readonly message: string;
}

/** Why an order is refused in the other generation; of lines, wherever they stand. */
export function impossible({ code, path, message }: FieldProblem): Cause {
  return { kind: 'impossible', code, field: path.replace(/\[[0-9]+\]/g, '[]'), message };
}

/** What a company may tell of a customer or product, so that nothing has to stand in for it. */
export const GAPS = ['district', 'document_type', 'activity_code', 'unit'] as const;
export type Gap = (typeof GAPS)[number];

/** A customer or product of which something is left open. */
export interface Incomplete {
  /** A customer by the identity number, a product by what it is known by. */
  readonly of: { readonly by: 'identity'; readonly name: string } | ProductName;
  /** What it is called. */
  readonly title: string;
  readonly gaps: readonly Gap[];
}

/** What may be found of a document besides what its order is refused for. */
const KNOWN = {
  unreadable: ['impossible', '', 'El documento no se puede leer.'],
  malformed: ['impossible', '', 'El documento no cumple el esquema.'],
  amounts_differ: ['impossible', '', 'Los montos no son los del documento emitido.'],
  export_of_goods: [
    'repaired',
    'export.item_type',
    'El esquema v2 no admite «ambos» (3): se emite como exportación de bienes (1).',
  ],
  district_of_issuer: [
    'repaired',
    'customer.district',
    'Se usa el distrito del emisor, que está en el mismo municipio.',
  ],
  district_of_municipality: ['repaired', 'customer.district', 'Se usa el primer distrito del municipio.'],
  other_document: ['remark', 'customer.document_type', 'El documento de identidad va como 37 (otro).'],
  other_activity: ['remark', 'customer.activity_code', 'La actividad económica va como 10005 (otros).'],
  other_unit: ['remark', 'lines[].unit', 'La unidad de medida va como 99 (otra).'],
} as const satisfies Readonly<Record<string, readonly [CauseKind, field: string, message: string]>>;

export function cause(code: keyof typeof KNOWN): Cause {
  const [kind, field, message] = KNOWN[code];
  return { kind, code, field, message };
}
