import { deliveryText } from '../../core/dte/delivery-text.ts';
import { type Refusal, refuse } from '../../core/refusals/refusal.ts';
import { findDocument } from '../documents/find-document.ts';
import type { EventReader, PaperOrder } from './ports.ts';
import type { PaperDelivery, PaperParts } from './serve-paper.ts';

export interface EventPaperParts extends Omit<PaperParts, 'invalidations'> {
  readonly events: EventReader;
}

/** The paper of the event that took a document back, once the authority has sealed it; before, there is none. */
export async function serveEventLetter(
  { store, payloadOf, events, brandings, press }: EventPaperParts,
  companyId: string,
  idOrRef: string,
): Promise<PaperDelivery | Refusal> {
  const found = await findDocument(store, companyId, idOrRef);
  if (found.kind === 'refused') return found;
  const { record } = found;
  const event = await events.sealedEvent(companyId, record.documentId);
  if (event === null) return refuse('document_not_found');
  const payload = payloadOf(event.jws);
  if (payload === null) throw new Error(`the stored bytes of the event of ${record.documentId} are no JWS`);
  const order: PaperOrder = {
    form: { kind: 'event' },
    delivery: deliveryText(payload, event.jws, event.sello),
    isRejected: false,
    cancellation: { kind: 'none' },
    branding: await brandings.branding(companyId),
  };
  const bytes = await press.print(order, companyId);
  return bytes === null ? refuse('paper_busy') : { kind: 'paper', record, bytes };
}
