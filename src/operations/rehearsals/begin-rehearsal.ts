import type { DocumentId } from '../../core/identifiers/document-id.ts';
import { type Refusal, refuse } from '../../core/refusals/refusal.ts';
import type { Rehearsal, RehearsalRequest, RehearsalStore } from './ports.ts';

export interface BeginParts {
  readonly rehearsals: RehearsalStore;
  readonly identities: { documentId(): DocumentId };
}

/** Begins a rehearsal; the same one again while it runs. One at a time: another one is refused until then. */
export async function beginRehearsal(
  { rehearsals, identities }: BeginParts,
  companyId: string,
  request: RehearsalRequest,
): Promise<{ readonly kind: 'begun'; readonly rehearsal: Rehearsal } | Refusal> {
  const rehearsal = await rehearsals.begin(companyId, identities.documentId(), request);
  const { generation, since } = rehearsal;
  if (generation !== request.generation || since !== request.since) return refuse('rehearsal_running');
  return { kind: 'begun', rehearsal };
}
