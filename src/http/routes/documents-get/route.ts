import { flagIn } from '../../../core/json/flag.ts';
import type { Cents } from '../../../core/money/decimal.ts';
import type { DocumentView } from '../../../operations/documents/reading-ports.ts';
import type { SelectionTotal } from '../../../operations/listings/ports.ts';
import { type Static, Type, titled } from '../../../schema/schema.ts';
import { fieldsOf } from '../../../schema/schema-reading.ts';
import { REFUSED, StatusSchema, statusAnswer } from '../../answers.ts';
import type { App, ServerParts } from '../../app.ts';
import { explained } from '../../explanations.ts';
import { cursorOf } from '../../list-cursor.ts';
import { LIST_QUERY, LISTED_BY_DEFAULT, NO_LIMIT, readLimit, readListing, readNames } from '../../listing.ts';
import { sendRefusal } from '../../problems.ts';
import { callerOf } from '../../visit.ts';

const dollars = (description: string) => Type.Number({ description });

/** The same fields as a status has, of which `fields` may choose some. */
const { schema: _, response: __, ...LISTED_FIELDS } = StatusSchema.properties;
type Listed = Partial<Omit<Static<typeof StatusSchema>, 'schema' | 'response'>>;
const ListedSchema = Type.Unsafe<Listed>({
  type: 'object',
  properties: LISTED_FIELDS,
  title: 'ListedDocument',
});

const TotalSchema = titled('SelectionTotal', {
  doc_type: Type.String({ description: 'Tipo de documento.' }),
  state: Type.String({ description: 'stamped, contingency o rejected.' }),
  documents: Type.Integer({ description: 'Cuántos documentos son.' }),
  amount_taxable: dollars('Suma de amount_taxable.'),
  amount_vat: dollars('Suma de amount_vat.'),
  amount_gross: dollars('Suma de amount_gross.'),
  amount_retention: dollars('Suma de amount_retention.'),
  amount_total: dollars('Suma de amount_total.'),
});

export const DocumentPageSchema = titled('DocumentPage', {
  documents: Type.Array(ListedSchema, {
    description:
      'Los documentos, como los muestra su estado. Pueden ser menos que limit, o ninguno, aunque haya más.',
  }),
  next: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: 'Lo que se envía como cursor para la página siguiente; null si no hay más.',
  }),
  totals: Type.Optional(
    Type.Array(TotalSchema, {
      description: 'Con totals=true: por tipo y estado, de toda la selección y no solo de esta página.',
    }),
  ),
});

const FIELDS = fieldsOf(ListedSchema);
/** What has to be looked up besides the document itself. */
const OF_STANDING = FIELDS.filter((name) => /^(invalid|credit_memo|ccf_)/.test(name));
const OF_DELIVERY = FIELDS.filter((name) => name === 'delivery');

/** GET /documents: the documents of the company that the parameters mean, page by page. */
export function registerDocumentsGet(app: App, parts: ServerParts): void {
  const schema = { querystring: LIST_QUERY, response: { 200: DocumentPageSchema, ...REFUSED } };
  app.get('/documents', { config: { knowsAllParameters: true }, schema }, async (request, reply) => {
    const { query } = request;
    const limit = readLimit(query.limit, LISTED_BY_DEFAULT);
    if (limit === null) return sendRefusal(reply, NO_LIMIT);
    const fields = readNames(query.fields, FIELDS);
    if ('kind' in fields) return sendRefusal(reply, fields);
    const listing = readListing(query, callerOf(request), 'newest');
    if (listing.kind === 'refused') return sendRefusal(reply, listing);
    const { companyId, selection, newestFirst, after } = listing;
    const withStanding = OF_STANDING.some((name) => fields.includes(name));
    const withDelivery = OF_DELIVERY.some((name) => fields.includes(name));
    const wanted = { selection, after, newestFirst, limit, withStanding, withDelivery };
    const page = await parts.lister.page(companyId, wanted);
    const totals =
      flagIn(query.totals ?? '') === true ? await parts.lister.totals(companyId, selection) : null;
    const documents: Listed[] = [];
    // One after the other, so that a page of rejected documents takes one connection.
    for (const view of page.views) documents.push(await listed(parts, view, fields));
    return {
      documents,
      next: page.next === null ? null : cursorOf(listing, page.next),
      ...(totals !== null && { totals: totals.map(totalAnswer) }),
    };
  });
}

/** As its status shows it; a rejection is explained where that is asked for. */
async function listed(parts: ServerParts, view: DocumentView, fields: readonly string[]): Promise<Listed> {
  const status = statusAnswer(view, parts);
  return chosen(
    fields.includes('explanation') ? await explained(parts, view.record, status) : status,
    fields,
  );
}

function chosen(status: Listed, fields: readonly string[]): Listed {
  return fields === FIELDS
    ? status
    : Object.fromEntries(Object.entries(status).filter(([name]) => fields.includes(name)));
}

function totalAnswer({ tipoDte, state, documents, ...sums }: SelectionTotal): Static<typeof TotalSchema> {
  return {
    doc_type: tipoDte,
    state,
    documents,
    amount_taxable: inDollars(sums.taxable),
    amount_vat: inDollars(sums.vat),
    amount_gross: inDollars(sums.gross),
    amount_retention: inDollars(sums.retention),
    amount_total: inDollars(sums.total),
  };
}

function inDollars(cents: Cents): number {
  return Number(cents) / 100;
}
