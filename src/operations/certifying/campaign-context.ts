import type { Campaign, PlannedDocument } from '../../core/certifying/plan.ts';
import type { CampaignDocument } from '../../core/certifying/progress.ts';
import type { ContingencyContext } from '../contingencies/report-contingency.ts';
import type { ExplainingParts } from '../documents/explain-rejection.ts';
import type { CancellingContext } from '../invalidations/invalidate-document.ts';
import type { Pace } from './pace.ts';
import type { CampaignReader } from './ports.ts';

/** What a campaign needs from outside. */
export interface CertifyingContext
  extends ContingencyContext,
    CancellingContext,
    Pick<ExplainingParts, 'events'> {
  readonly campaigns: CampaignReader;
}

export interface CampaignRun {
  readonly companyId: string;
  readonly campaign: Campaign;
  /** The most that is sent in a second. */
  readonly perSecond: number;
  /** Told after each document how many are stamped, of how many. */
  readonly told: (done: number, of: number) => void;
  readonly stop: Pick<AbortSignal, 'aborted'>;
}

/** A run at work. */
export interface Certifying extends CampaignRun {
  readonly planned: readonly PlannedDocument[];
  readonly pace: Pace;
}

/** The documents of the campaign that there are. */
export function standingOf(
  { campaigns }: Pick<CertifyingContext, 'campaigns'>,
  { companyId, planned }: Pick<Certifying, 'companyId' | 'planned'>,
): Promise<readonly CampaignDocument[]> {
  return campaigns.documents(
    companyId,
    planned.map(({ externalRef }) => externalRef),
  );
}
