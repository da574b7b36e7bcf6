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
 * One event of each kind of contingency, with one document, which counts among those of its type. Reports the events, sends their
 * documents after the seal, and ends the events, beside whatever nodes do about them.
 */
export async function certifyContingencies(
  context: CertifyingContext,
  work: Certifying,
): Promise<CampaignStop | null> {
  const { clock } = context;
  let [untilMs, before] = [clock.monotonic() + PATIENCE_MS, await standingOf(context, work)];
  for (;;) {
    const at = nextOf(before);
    if (at === null) return null;
    if (work.stop.aborted) return endedAt(at);
    if (clock.monotonic() >= untilMs) return silentAt(at);
    const stopped = (await issueMissing(context, work, before)) ?? (await bringOnce(context, work, before));
    if (stopped !== null) return stopped;
    const after = await standingOf(context, work);
    const answer = await refusalAmong(context, work, { before, after });
    if (answer !== null) return answer;
    if (JSON.stringify(after) === JSON.stringify(before)) await clock.sleep(PAUSE_MS);
    else untilMs = clock.monotonic() + PATIENCE_MS;
    before = after;
  }
}

/** A contingency that is to be made or brought on; null where all are at their end. */
function nextOf(documents: readonly CampaignDocument[]): string | null {
  const [kind] = missingKinds(documents);
  if (kind !== undefined) return nameOf(kind);
  return documents.find(isUnfinished)?.externalRef ?? null;
}

function nameOf(tipo: TipoContingencia): string {
  return `evento de contingencia de tipo ${tipo}`;
}

function missingKinds(documents: readonly CampaignDocument[]): readonly TipoContingencia[] {
  const there = new Set(documents.map(({ contingencia }) => contingencia?.tipo));
  return CONTINGENCIES.filter((kind) => !there.has(kind));
}

function isUnfinished({ state, contingencia }: CampaignDocument): boolean {
  return contingencia !== null && !(contingencia.isFinished && (state === 'stamped' || state === 'rejected'));
}

/** Takes the first documents of the campaign of which nothing was sent, of its types by turns. */
async function issueMissing(
  context: CertifyingContext,
  work: Certifying,
  documents: readonly CampaignDocument[],
): Promise<CampaignStop | null> {
  const { companyId, campaign, pace } = work;
  const unsent = unsentSales(work, documents);
  for (const [index, tipo] of missingKinds(documents).entries()) {
    const sale = unsent[index];
    if (sale === undefined)
      return stopAt(nameOf(tipo), 'refused', 'Ya se enviaron todos los documentos: use otra campaña.');
    const contingencia = contingenciaOf({ type: tipo, reason: REASON });
    const issuer = { companyId, company: campaign.company };
    await pace();
    const refusal = await issueInContingency(context, { ...sale, issuer }, contingencia);
    if (refusal !== null) return refusedAt(sale.externalRef, refusal);
  }
  return null;
}

/** The sales of which nothing was sent, the first of each type before the second of any. */
function unsentSales(
  { planned }: Certifying,
  documents: readonly CampaignDocument[],
): readonly PlannedSale[] {
  const sent = new Set(
    documents.filter(({ state }) => state !== 'claimed').map(({ externalRef }) => externalRef),
  );
  return planned
    .flatMap((one) => (one.kind === 'sale' && !sent.has(one.externalRef) ? [one] : []))
    .toSorted((one, other) => one.number - other.number);
}

/** One step of each contingency: its event is opened, reported, its document sent, the event ended. */
async function bringOnce(
  context: CertifyingContext,
  { companyId, campaign, pace, stop }: Certifying,
  documents: readonly CampaignDocument[],
): Promise<null> {
  const account = { companyId, ambiente: campaign.company.ambiente };
  for (const { documentId, state, contingencia } of documents.filter(isUnfinished)) {
    if (contingencia === null) continue;
    await pace();
    const { eventId, isSealed } = contingencia;
    if (isSealed && state !== 'stamped' && state !== 'rejected')
      await revalidateDocument(context, { due: { companyId, documentId }, stop, early: true });
    else await lookAfterContingency(context, { due: { ...account, eventId }, stop });
  }
  return null;
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
