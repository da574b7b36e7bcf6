import { deliveryText } from '../../core/dte/delivery-text.ts';
import { type Refusal, refuse } from '../../core/refusals/refusal.ts';
import { findDocument } from '../documents/find-document.ts';
import type { EventReader, PaperOrder } from './ports.ts';
import type { Paper, PaperParts } from './serve-paper.ts';

export interface EventPaperParts extends Omit<PaperParts, 'invalidations'> {
  readonly events: EventReader;
}

/** What to print of the event that cancelled a document, once the authority has sealed it; before, there is nothing. */
export async function serveEventLetter(
  { store, guard, events, brandings }: EventPaperParts,
  companyId: string,
  idOrRef: string,
): Promise<Paper | Refusal> {
  const found = await findDocument(store, companyId, idOrRef);
  if (found.kind === 'refused') return found;
  const { record } = found;
  const event = await events.sealedEvent(companyId, record.documentId);
  if (event === null) return refuse('document_not_found');
  const payload = await guard.payload(companyId, { jws: event.jws, sha256: null });
  if (payload === null) {
    guard.withheld(companyId, record.documentId, 'jws');
    return refuse('archive_damaged');
  }
  const order: PaperOrder = {
    form: { kind: 'event' },
    delivery: deliveryText(payload, event.jws, event.sello),
    rejection: null,
    cancellation: { kind: 'none' },
    branding: await brandings.branding(companyId),
  };
  return { kind: 'paper', record, order };
}
