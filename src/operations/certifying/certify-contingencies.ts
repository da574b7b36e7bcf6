import { CONTINGENCIES } from '../../core/certifying/matrix.ts';
import type { PlannedSale } from '../../core/certifying/plan.ts';
import type { CampaignDocument } from '../../core/certifying/progress.ts';
import { contingenciaOf, type TipoContingencia } from '../../core/dte/contingencia.ts';
import { lookAfterContingency } from '../contingencies/report-contingency.ts';
import { revalidateDocument } from '../documents/revalidate-document.ts';
import { type Certifying, type CertifyingContext, standingOf } from './campaign-context.ts';
import {
  type CampaignStop,
  endedAt,
  refusedAt,
  rejectedDocument,
  silentAt,
  stopAt,
} from './campaign-stop.ts';
import { issueInContingency } from './make-contingency.ts';

/** Kind 5 says why. */
const REASON = 'Prueba de certificación ante el Ministerio de Hacienda';

const PAUSE_MS = 500;
/** After so long without anything new, what waits is left to the background, and the campaign stops. */
const PATIENCE_MS = 120_000;

/**
 * One event of each kind of contingency, one after the other, with one document, which counts among those of its type. Reports
 * the event, sends its document after the seal, and ends the event, beside whatever nodes do about it.
 */
export async function certifyContingencies(
  context: CertifyingContext,
  work: Certifying,
): Promise<CampaignStop | null> {
  const { clock } = context;
  let [untilMs, before] = [clock.monotonic() + PATIENCE_MS, await standingOf(context, work)];
  let begun: TipoContingencia | null = null;
  for (;;) {
    const next = nextOf(before);
    if (next === null) return null;
    const at = next.kind === 'issue' ? nameOf(next.tipo) : next.document.externalRef;
    if (work.stop.aborted) return endedAt(at);
    if (clock.monotonic() >= untilMs) return silentAt(at);
    const tipo = next.kind === 'issue' ? next.tipo : (next.document.contingencia?.tipo ?? null);
    if (tipo !== null && tipo !== begun) work.told({ kind: 'contingency', tipo });
    begun = tipo;
    await work.pace();
    if (next.kind === 'bring_on') await bringOn(context, work, next.document);
    else {
      const stopped = await issueFor(context, work, { tipo: next.tipo, documents: before });
      if (stopped !== null) return stopped;
    }
    const after = await standingOf(context, work);
    const answer = await refusalAmong(context, work, { before, after });
    if (answer !== null) return answer;
    if (JSON.stringify(after) === JSON.stringify(before)) await clock.sleep(PAUSE_MS);
    else untilMs = clock.monotonic() + PATIENCE_MS;
    before = after;
  }
}

function nameOf(tipo: TipoContingencia): string {
  return `evento de contingencia de tipo ${tipo}`;
}

/** What comes next: a contingency that was begun is brought to its end before another one is made. */
type Next =
  | { readonly kind: 'bring_on'; readonly document: CampaignDocument }
  | { readonly kind: 'issue'; readonly tipo: TipoContingencia };

function nextOf(documents: readonly CampaignDocument[]): Next | null {
  const document = documents.find(isUnfinished);
  if (document !== undefined) return { kind: 'bring_on', document };
  const there = new Set(documents.map(({ contingencia }) => contingencia?.tipo));
  const tipo = CONTINGENCIES.find((kind) => !there.has(kind));
  return tipo === undefined ? null : { kind: 'issue', tipo };
}

function isUnfinished({ state, contingencia }: CampaignDocument): boolean {
  return contingencia !== null && !(contingencia.isFinished && (state === 'stamped' || state === 'rejected'));
}

/** Takes a document of the campaign of which nothing was sent, of its types by turns. */
async function issueFor(
  context: CertifyingContext,
  work: Certifying,
  { tipo, documents }: { readonly tipo: TipoContingencia; readonly documents: readonly CampaignDocument[] },
): Promise<CampaignStop | null> {
  const { companyId, campaign } = work;
  const sale = unsentSale(work, documents);
  if (sale === undefined)
    return stopAt(nameOf(tipo), 'refused', 'Ya se enviaron todos los documentos: use otra campaña.');
  const issuer = { companyId, company: campaign.company };
  const contingencia = contingenciaOf({ type: tipo, reason: REASON });
  const refusal = await issueInContingency(context, { ...sale, issuer }, contingencia);
  return refusal === null ? null : refusedAt(sale.externalRef, refusal);
}

/** The first sale of a type before the second of any. */
function unsentSale(
  { planned }: Certifying,
  documents: readonly CampaignDocument[],
): PlannedSale | undefined {
  const sent = new Set(
    documents.filter(({ state }) => state !== 'claimed').map(({ externalRef }) => externalRef),
  );
  return planned
    .flatMap((one) => (one.kind === 'sale' && !sent.has(one.externalRef) ? [one] : []))
    .toSorted((one, other) => one.number - other.number)[0];
}

/** One step: the event is opened, reported, its document sent, the event ended. */
async function bringOn(
  context: CertifyingContext,
  { companyId, campaign, stop }: Certifying,
  { documentId, state, contingencia }: CampaignDocument,
): Promise<void> {
  const isOpen = state !== 'stamped' && state !== 'rejected';
  if (contingencia?.isSealed === true && isOpen) {
    await revalidateDocument(context, { due: { companyId, documentId }, stop, early: true });
    return;
  }
  const eventId = contingencia?.eventId ?? null;
  const due = { companyId, ambiente: campaign.company.ambiente, eventId };
  await lookAfterContingency(context, { due, stop });
}

interface Change {
  readonly before: readonly CampaignDocument[];
  readonly after: readonly CampaignDocument[];
}

/** What the authority has refused since: an event, or the document of one. */
async function refusalAmong(
  context: CertifyingContext,
  { companyId }: Certifying,
  { before, after }: Change,
): Promise<CampaignStop | null> {
  const known = new Set(before.map(({ contingencia }) => JSON.stringify(contingencia)));
  const refused = after.find(
    ({ contingencia }) => isRefused(contingencia) && !known.has(JSON.stringify(contingencia)),
  );
  if (refused?.contingencia != null) {
    const { tipo, observaciones } = refused.contingencia;
    return stopAt(nameOf(tipo), 'rejected', observaciones.join(' '));
  }
  const already = new Set(before.filter(isRejected).map(({ externalRef }) => externalRef));
  const rejected = after.find((one) => isRejected(one) && !already.has(one.externalRef));
  const record = rejected && (await context.store.findByReference(companyId, rejected.externalRef));
  return record ? rejectedDocument(context, record) : null;
}

function isRefused(contingencia: CampaignDocument['contingencia']): boolean {
  return contingencia !== null && !contingencia.isSealed && contingencia.observaciones.length > 0;
}

function isRejected({ state, contingencia }: CampaignDocument): boolean {
  return state === 'rejected' && contingencia !== null;
}
