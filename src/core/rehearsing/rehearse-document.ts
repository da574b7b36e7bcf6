import type { Company } from '../company/company.ts';
import { type Completable, type Completions, completable, completedOrder } from '../drafting/completion.ts';
import { draftOrder } from '../drafting/draft-order.ts';
import { MalformedDocument } from '../drafting/every-draft.ts';
import { BOTH } from '../drafting/exportacion-draft.ts';
import type { DraftContext, Drafting, Order } from '../drafting/order.ts';
import type { SchemaGeneration } from '../dte/kinds.ts';
import { integerIn, objectIn, readDte } from '../dte/read-dte.ts';
import { EXPORTACION } from '../dte/types/exportacion.ts';
import { NOTA_CREDITO } from '../dte/types/nota-credito.ts';
import type { JsonObject } from '../json/read-json.ts';
import { type Cause, cause, type Incomplete, impossible } from './cause.ts';
import type { IssuedDocument } from './issued-document.ts';
import { leftOpen } from './left-open.ts';
import { redraftNote } from './rebuilt-note.ts';
import { companyThen, rebuiltOrder } from './rebuilt-order.ts';

/** How a company's documents are rehearsed. */
export interface RehearsalSetting {
  readonly company: Company;
  readonly generation: SchemaGeneration;
}

/** What a rehearsal found about one document: nothing where it fits. */
export interface Finding {
  readonly document: Pick<IssuedDocument, 'tipoDte' | 'numeroControl'>;
  readonly causes: readonly Cause[];
  readonly incomplete: readonly Incomplete[];
}

/** A document that was read back; null where it is another than we write. */
export interface Rebuilt {
  readonly issued: IssuedDocument;
  readonly content: {
    readonly context: DraftContext;
    readonly document: JsonObject;
    /** Null for a note, which is drafted from its own lines. */
    readonly order: Order | null;
  } | null;
}

/** Reads a document back into what makes it again. */
export function rebuild(issued: IssuedDocument, { company, generation }: RehearsalSetting): Rebuilt {
  const { tipoDte, place, issuedOn } = issued;
  try {
    const document = readDte(issued.draft);
    const context = { company: companyThen(company, document), generation, place };
    const home = company.establishments.find(({ code }) => code === place.establishment);
    const setting = { company, generation, issuedOn, issuerTerritory: home?.address ?? company.address };
    const order = tipoDte === NOTA_CREDITO.code ? null : rebuiltOrder(issued, document, setting);
    return { issued, content: { context, document, order } };
  } catch (error) {
    if (error instanceof TypeError || error instanceof SyntaxError) return { issued, content: null };
    throw error;
  }
}

/** Whom and what of these documents the company may have told something of. */
export function completableIn(rebuilt: readonly Rebuilt[]): Completable {
  const orders = rebuilt.flatMap(({ content }) => content?.order ?? []);
  const all = orders.map(completable);
  return {
    customers: [...new Set(all.flatMap(({ customers }) => customers))],
    products: all.flatMap(({ products }) => products),
  };
}

/** Drafts the document in the other generation, by the code that issues, and tells what came of it. */
export function rehearse({ issued, content }: Rebuilt, completions: Completions): Finding {
  const { tipoDte, numeroControl } = issued;
  const of = (causes: readonly Cause[], incomplete: readonly Incomplete[] = []): Finding => ({
    document: { tipoDte, numeroControl },
    causes,
    incomplete,
  });
  if (content === null) return of([cause('unreadable')]);
  const order = content.order === null ? null : completedOrder(content.order, completions);
  const drafting = draftAgain(issued, { ...content, order });
  if (drafting === null) return of([cause('malformed')]);
  if (drafting.kind === 'problems') return of(drafting.problems.map(impossible));
  if (AMOUNTS.some((amount) => issued.summary[amount] !== drafting.summary[amount]))
    return of([cause('amounts_differ')]);
  const { causes, incomplete } = order === null ? NOTHING : leftOpen(order, content.context);
  return of([...causes, ...ofBoth(issued, content.document)], incomplete);
}

const NOTHING = { causes: [], incomplete: [] };
/** Null where what was drafted breaks the structure of its schema. */
function draftAgain(
  issued: IssuedDocument,
  { context, document, order }: NonNullable<Rebuilt['content']>,
): Drafting | null {
  try {
    return order === null ? redraftNote(issued, document, context) : draftOrder(order, context);
  } catch (error) {
    if (error instanceof MalformedDocument) return null;
    throw error;
  }
}

const AMOUNTS = ['amountTaxable', 'amountVat', 'amountGross', 'amountRetention', 'amountTotal'] as const;

function ofBoth({ tipoDte, generation }: IssuedDocument, document: JsonObject): readonly Cause[] {
  if (tipoDte !== EXPORTACION.code || generation === 'v2') return [];
  return integerIn(objectIn(document, 'emisor'), 'tipoItemExpor') === BOTH ? [cause('export_of_goods')] : [];
}
