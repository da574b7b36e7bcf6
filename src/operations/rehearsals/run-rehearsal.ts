import type { DocumentId } from '../../core/identifiers/document-id.ts';
import { type Refusal, refuse } from '../../core/refusals/refusal.ts';
import { advanceRehearsal, type RehearsalContext } from './advance-rehearsal.ts';
import type { IncompleteCount, Rehearsal, RehearsalRequest, RehearsalStore } from './ports.ts';

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

/** A rehearsal that has ended, and what could be completed. */
export interface EndedRehearsal {
  readonly kind: 'ended';
  readonly rehearsal: Rehearsal;
  readonly incomplete: readonly IncompleteCount[];
}

/** While another node has the rehearsal, it is looked after as often as that. */
const PAUSE_MS = 500;
/** More customers and products than a sheet holds. */
const MOST_INCOMPLETE = 1_000_000;

/** Begins a rehearsal, or joins the one that runs, and takes it on beside whatever nodes do until it has ended. */
export async function runRehearsal(
  parts: RehearsalContext & BeginParts & { readonly clock: { sleep(delayMs: number): Promise<void> } },
  companyId: string,
  { request, told }: { readonly request: RehearsalRequest; readonly told: (rehearsal: Rehearsal) => void },
): Promise<EndedRehearsal | Refusal> {
  const { rehearsals, clock } = parts;
  const begun = await beginRehearsal(parts, companyId, request);
  if (begun.kind === 'refused') return begun;
  let { rehearsal } = begun;
  while (rehearsal.state === 'running') {
    told(rehearsal);
    if (!(await advanceRehearsal(parts, companyId))) await clock.sleep(PAUSE_MS);
    const now = await rehearsals.find(companyId, rehearsal.rehearsalId);
    if (now === null) return refuse('rehearsal_not_found');
    rehearsal = now;
  }
  const incomplete = await rehearsals.incomplete(companyId, rehearsal.rehearsalId, MOST_INCOMPLETE);
  return { kind: 'ended', rehearsal, incomplete };
}
