import { type FieldProblem, type Refusal, refuseProblems } from '../core/refusals/refusal.ts';
import type { Caller } from '../operations/access/ports.ts';
import type { ListKey } from '../operations/listings/ports.ts';
import {
  readSelection,
  SELECTION_PARAMETERS,
  type SelectionTexts,
} from '../operations/listings/read-selection.ts';
import { hintAt } from '../schema/problems.ts';
import { flag, Type } from '../schema/schema.ts';
import { keyInCursor, type Listing } from './list-cursor.ts';

const text = (description: string) => Type.Optional(Type.String({ description }));

/** The parameters that say which documents are meant. */
const SELECTING = {
  from: text(SELECTION_PARAMETERS.from),
  to: text(SELECTION_PARAMETERS.to),
  doc_type: text(SELECTION_PARAMETERS.doc_type),
  state: text(SELECTION_PARAMETERS.state),
  establishment: text(SELECTION_PARAMETERS.establishment),
  point_of_sale: text(SELECTION_PARAMETERS.point_of_sale),
  customer: text(SELECTION_PARAMETERS.customer),
  nit: text(SELECTION_PARAMETERS.nit),
  nrc: text(SELECTION_PARAMETERS.nrc),
  dui: text(SELECTION_PARAMETERS.dui),
  amount: text(SELECTION_PARAMETERS.amount),
  amount_min: text(SELECTION_PARAMETERS.amount_min),
  amount_max: text(SELECTION_PARAMETERS.amount_max),
  control_number: text(SELECTION_PARAMETERS.control_number),
  generation_code: text(SELECTION_PARAMETERS.generation_code),
  reception_stamp: text(SELECTION_PARAMETERS.reception_stamp),
  external_ref: text(SELECTION_PARAMETERS.external_ref),
  invalidated: flag(SELECTION_PARAMETERS.invalidated),
  adjusted: flag(SELECTION_PARAMETERS.adjusted),
  contingency: flag(SELECTION_PARAMETERS.contingency),
};

const ORDERS = ['newest', 'oldest'] as const;

/** In what order they come, and from where on. */
const order = (byDefault: (typeof ORDERS)[number]) => ({
  order: Type.Optional(
    Type.Unsafe<(typeof ORDERS)[number]>({
      type: 'string',
      enum: [...ORDERS],
      description: `Por momento de emisión: newest, del último al primero; oldest, del primero al último; ${byDefault} por defecto.`,
    }),
  ),
});
const CURSOR = {
  cursor: text(
    'El next de la página anterior, con los mismos filtros y el mismo order. No interprete su contenido.',
  ),
};
const limit = (most: number, byDefault: number) => ({
  limit: text(`Documentos por página, de 1 a ${most}; ${byDefault} por defecto.`),
});

export const MOST_LISTED = 200;
export const LISTED_BY_DEFAULT = 50;

export const LIST_QUERY = Type.Object({
  ...SELECTING,
  ...order('newest'),
  ...limit(MOST_LISTED, LISTED_BY_DEFAULT),
  ...CURSOR,
  fields: text('Solo estos campos de cada documento, separados por comas; todos por defecto.'),
  totals: flag(
    'true: también los totales de toda la selección por tipo y estado; recorre todos sus documentos.',
  ),
});

export const TABLE_QUERY = Type.Object({
  ...SELECTING,
  ...order('oldest'),
  fields: text('Solo estas columnas, separadas por comas y en este orden; todas por defecto.'),
});

export const ARCHIVE_QUERY = Type.Object({
  ...SELECTING,
  ...order('oldest'),
  ...limit(MOST_LISTED, MOST_LISTED),
  ...CURSOR,
});

export interface ListingWish extends SelectionTexts {
  readonly order?: (typeof ORDERS)[number] | undefined;
  readonly cursor?: string | undefined;
}

/** Which documents of the caller's company the parameters mean, or what is wrong with them. */
export function readListing(
  wish: ListingWish,
  { companyId, company }: Pick<Caller, 'companyId' | 'company'>,
  byDefault: (typeof ORDERS)[number],
): (Listing & { readonly kind: 'listing'; readonly after: ListKey | null }) | Refusal {
  const reading = readSelection(wish, company.ambiente);
  if (reading.kind === 'problems') return refuseProblems(reading.problems);
  const { selection } = reading;
  const listing: Listing = { companyId, selection, newestFirst: (wish.order ?? byDefault) === 'newest' };
  if (wish.cursor === undefined) return { kind: 'listing', ...listing, after: null };
  const after = keyInCursor(listing, wish.cursor);
  return after === null ? refuseProblems([FOREIGN_CURSOR]) : { kind: 'listing', ...listing, after };
}

const FOREIGN_CURSOR: FieldProblem = {
  path: 'cursor',
  code: 'bad_format',
  message: 'No es el next de una página con estos filtros y este order.',
};

/** The number of documents of a page; null where the text is none that is admitted. */
export function readLimit(text: string | undefined, byDefault: number): number | null {
  if (text === undefined) return byDefault;
  const count = /^[1-9]\d{0,2}$/.test(text) ? Number(text) : MOST_LISTED + 1;
  return count <= MOST_LISTED ? count : null;
}

export const NO_LIMIT = refuseProblems([
  { path: 'limit', code: 'out_of_range', message: `Debe ser un número entero de 1 a ${MOST_LISTED}.` },
]);

/** The names in a list of them; null where one is none of `known`, or comes twice. */
export function readNames<T extends string>(
  text: string | undefined,
  known: readonly T[],
): readonly T[] | Refusal {
  if (text === undefined) return known;
  const names = text.split(',').map((name) => name.trim());
  const found = names.flatMap((name) => known.filter((one) => one === name));
  const wrong = names.find((name) => known.every((one) => one !== name));
  if (wrong === undefined && new Set(found).size === found.length) return found;
  const message =
    wrong === undefined
      ? 'Un nombre está dos veces.'
      : `«${wrong.slice(0, 40)}» no es un campo.${hintAt(wrong, known)}`;
  return refuseProblems([{ path: 'fields', code: 'not_an_option', message }]);
}
