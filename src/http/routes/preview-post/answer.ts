import { jsonOrText } from '../../../core/json/read-json.ts';
import type { NotePreview } from '../../../operations/credit-notes/preview-credit-note.ts';
import type { Preview } from '../../../operations/documents/preview-document.ts';
import type { PreviewAnswer } from './schema.ts';

/** What would be issued, as a caller reads it. */
export function previewAnswer(preview: Preview | NotePreview): PreviewAnswer {
  const { tipoDte, generation, draft, warnings, text } = preview;
  const { summary } = draft;
  return {
    doc_type: tipoDte,
    schema_generation: generation,
    establishment: draft.establishment,
    point_of_sale: draft.pointOfSale,
    customer_name: summary.customerName,
    amount_taxable: Number(summary.amountTaxable),
    amount_vat: Number(summary.amountVat),
    amount_gross: Number(summary.amountGross),
    amount_retention: Number(summary.amountRetention),
    amount_total: Number(summary.amountTotal),
    ...('ccf' in preview ? adjustmentOf(preview) : {}),
    warnings: warnings.map(({ code, path, message }) => ({ code, field: path, message })),
    dte: jsonOrText(text),
  };
}

/** What a note would take of its CCF, and leave. */
function adjustmentOf({ ccf, draft, ccfRemaining, ccfFullyAdjusted }: NotePreview) {
  return {
    ccf_document_id: ccf.documentId,
    ccf_control_number: ccf.numeroControl,
    ccf_adjusted_amount: Number(draft.summary.amountGross),
    ccf_remaining_amount: Number(ccfRemaining),
    ccf_fully_adjusted: ccfFullyAdjusted,
  };
}
