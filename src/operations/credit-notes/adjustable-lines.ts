import { addAmounts } from '../../core/adjusting/amounts.ts';
import { whyUnadjustable } from '../../core/adjusting/note-refusal.ts';
import { type DocumentStanding, liveNotes } from '../../core/adjusting/standing.ts';
import type { OrderLine } from '../../core/drafting/order.ts';
import { readDte } from '../../core/dte/read-dte.ts';
import { CREDITO_FISCAL } from '../../core/dte/types/credito-fiscal.ts';
import { decimal, formatCents, formatDecimal } from '../../core/money/decimal.ts';
import { type Refusal, refuse } from '../../core/refusals/refusal.ts';
import { rebuiltLines } from '../../core/rehearsing/rebuilt-lines.ts';
import { type ChoiceParts, type DocumentChoices, documentChoices } from '../adjusting/document-choices.ts';
import { findView } from '../documents/find-document.ts';
import type { IssuingCompany } from '../documents/issuing-context.ts';
import type { DocumentReader, DocumentView } from '../documents/reading-ports.ts';
import type { PayloadOf } from '../files/ports.ts';

/** A CCF that notes may adjust, with its lines as somebody would have asked for them: prices with VAT. */
export interface AdjustableLines {
  readonly kind: 'lines';
  readonly view: DocumentView;
  readonly choices: DocumentChoices;
  readonly lines: readonly AdjustableLine[];
  /** What notes take, in dollars with VAT, that say of no line how much they give back; null for nothing. */
  readonly ofNoLine: string | null;
}

export interface AdjustableLine extends OrderLine {
  /** The units that notes have left of it, as decimal text. */
  readonly left: string;
}

/** The lines of a stamped CCF, to choose from for a note on it. */
export async function adjustableLines(
  parts: ChoiceParts & { readonly documents: DocumentReader; readonly payloadOf: PayloadOf },
  { companyId, company, idOrRef }: IssuingCompany & { readonly idOrRef: string },
): Promise<AdjustableLines | Refusal> {
  const view = await findView(parts.documents, companyId, { idOrRef, bytes: true });
  if (view === null || view.record.ambiente !== company.ambiente) return refuse('document_not_found');
  const unadjustable = whyUnadjustable(view.record);
  if (unadjustable !== null) return unadjustable;
  const payload = view.signed === null ? null : parts.payloadOf(view.signed.jws);
  if (payload === null) throw new Error(`the stamped bytes of ${view.record.documentId} are no JWS`);
  const choices = await documentChoices(parts, company, view);
  return {
    kind: 'lines',
    view,
    choices,
    ...leftIn(rebuiltLines(CREDITO_FISCAL.code, readDte(payload)), view.standing),
  };
}

function leftIn(
  sold: readonly OrderLine[],
  standing: DocumentStanding,
): Pick<AdjustableLines, 'lines' | 'ofNoLine'> {
  const taken = liveNotes(standing).map(({ amounts }) => amounts);
  const { units } = addAmounts(taken);
  const { gross } = addAmounts(taken.filter((note) => note.units.size === 0));
  const lines = sold.map((line, index) => {
    const left = decimal(String(line.quantity)) - (units.get(index + 1) ?? 0n);
    return { ...line, left: formatDecimal(left > 0n ? left : 0n) };
  });
  return { lines, ofNoLine: gross === 0n ? null : formatCents(gross) };
}
