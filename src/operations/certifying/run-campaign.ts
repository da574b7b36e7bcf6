import {
  documentsIn,
  invalidationsIn,
  type PlannedDocument,
  type PlannedInvalidation,
} from '../../core/certifying/plan.ts';
import { type CampaignDocument, type CampaignProgress, progressOf } from '../../core/certifying/progress.ts';
import type { ExternalRef } from '../../core/identifiers/external-ref.ts';
import { issueCreditNote } from '../credit-notes/issue-credit-note.ts';
import { explainCancellation } from '../documents/explain-rejection.ts';
import { issueDocument } from '../documents/issue-document.ts';
import type { DocumentRecord } from '../documents/ports.ts';
import { invalidateDocument } from '../invalidations/invalidate-document.ts';
import { type CampaignRun, type Certifying, type CertifyingContext, standingOf } from './campaign-context.ts';
import {
  type CampaignStop,
  endedAt,
  refusedAt,
  rejectedAt,
  rejectedDocument,
  silentAt,
} from './campaign-stop.ts';
import { certifyContingencies } from './certify-contingencies.ts';
import { createPace } from './pace.ts';
import { wishOf } from './wish.ts';

/** How a run of a campaign ended, and how far the campaign is. */
export interface CampaignEnd {
  /** Null where everything is stamped and sealed. */
  readonly stopped: CampaignStop | null;
  readonly documents: readonly CampaignDocument[];
  readonly progress: CampaignProgress;
}

/**
 * Issues what is left of a campaign, contingencies first, notes behind the CCF that they adjust, and invalidates what is to be
 * invalidated; ends at the first answer that it does not expect. Whatever is stamped is left alone, so that a run goes on
 * where the one before it was killed. Throws RangeError for a company of production.
 */
export async function runCampaign(context: CertifyingContext, run: CampaignRun): Promise<CampaignEnd> {
  const { campaign, companyId, perSecond } = run;
  if (campaign.company.ambiente !== '00') throw new RangeError('only the test environment certifies');
  const planned = documentsIn(campaign);
  const work = { ...run, planned, pace: createPace(context.clock, perSecond) };
  const stopped =
    (await certifyContingencies(context, work)) ??
    (await issueAll(context, work)) ??
    (await invalidateAll(context, work));
  const documents = await standingOf(context, { companyId, planned });
  return { stopped, documents, progress: progressOf(campaign.types, documents) };
}

async function issueAll(context: CertifyingContext, work: Certifying): Promise<CampaignStop | null> {
  const stamped = await thoseThat(context, work, ({ state }) => state === 'stamped');
  const left = work.planned.filter(({ externalRef }) => !stamped.has(externalRef));
  for (const [index, one] of left.entries()) {
    const stopped = await persist(context, work, {
      at: one.externalRef,
      attempt: () => issueOne(context, work, one),
    });
    if (stopped !== null) return stopped;
    work.told({ kind: 'document', done: stamped.size + index + 1, of: work.planned.length });
  }
  return null;
}

/** The references of the campaign's documents of which this is true. */
async function thoseThat(
  context: CertifyingContext,
  work: Certifying,
  are: (document: CampaignDocument) => boolean,
): Promise<ReadonlySet<ExternalRef>> {
  const documents = await standingOf(context, work);
  return new Set(documents.filter(are).map(({ externalRef }) => externalRef));
}

/** What one try has come to: it is done, it is to be tried again, or the campaign stops. */
type Tried = { readonly kind: 'done' } | { readonly kind: 'open'; readonly said: string } | CampaignStop;

/** Between tries of what the authority has not answered; after the last one it counts as silent. */
const PAUSES_MS = [500, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000];

/** A pause looks so often whether it is to end. */
const REST_MS = 500;

/** Tries until there is an answer: what is asked again under its reference is never sent as another document. */
async function persist(
  { clock }: CertifyingContext,
  { pace, stop }: Certifying,
  { at, attempt }: { readonly at: string; readonly attempt: () => Promise<Tried> },
): Promise<CampaignStop | null> {
  let said = '';
  for (const pauseMs of PAUSES_MS) {
    if (stop.aborted) return endedAt(at);
    await pace();
    const tried = await attempt();
    if (tried.kind === 'done') return null;
    if (tried.kind === 'stopped') return tried;
    said = tried.said;
    for (let restMs = pauseMs; restMs > 0 && !stop.aborted; restMs -= REST_MS) await clock.sleep(REST_MS);
  }
  return silentAt(at, said);
}

async function issueOne(
  context: CertifyingContext,
  { companyId, campaign }: Certifying,
  planned: PlannedDocument,
): Promise<Tried> {
  const issuer = { companyId, company: campaign.company };
  const { externalRef } = planned;
  const outcome =
    planned.kind === 'sale'
      ? await issueDocument(context, { issuer, externalRef, order: planned.order })
      : await issueCreditNote(context, { ...planned, issuer, observations: null });
  return outcome.kind === 'refused' ? refusedAt(externalRef, outcome) : triedOf(context, outcome.record);
}

async function triedOf(context: CertifyingContext, record: DocumentRecord): Promise<Tried> {
  if (record.state === 'stamped') return { kind: 'done' };
  if (record.state === 'rejected') return rejectedDocument(context, record);
  return { kind: 'open', said: record.message };
}

async function invalidateAll(context: CertifyingContext, work: Certifying): Promise<CampaignStop | null> {
  const sealed = await thoseThat(context, work, ({ invalidation }) => invalidation?.state === 'sealed');
  for (const planned of invalidationsIn(work.campaign)) {
    if (sealed.has(planned.document)) continue;
    work.told({ kind: 'invalidation', document: planned.document });
    const at = `invalidación de ${planned.document}`;
    const attempt = () => invalidateOne(context, work, { ...planned, at });
    const stopped = await persist(context, work, { at, attempt });
    if (stopped !== null) return stopped;
  }
  return null;
}

async function invalidateOne(
  context: CertifyingContext,
  { companyId, campaign: { company } }: Certifying,
  planned: PlannedInvalidation & { readonly at: string },
): Promise<Tried> {
  const outcome = await invalidateDocument(context, {
    issuer: { companyId, company },
    idOrRef: planned.document,
    wish: wishOf(company, planned),
    onlyType: null,
  });
  if (outcome.kind === 'refused') return refusedAt(planned.at, outcome);
  const { by } = outcome;
  if (by.kind === 'note') return triedOf(context, by.note);
  if (by.event.state === 'sealed') return { kind: 'done' };
  if (by.event.state === 'open') return { kind: 'open', said: by.event.message };
  return rejectedAt(planned.at, by.event, await explainCancellation(context, outcome));
}
