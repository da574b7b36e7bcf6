import type { Campaign, PlannedDocument } from '../../core/certifying/plan.ts';
import type { CampaignDocument } from '../../core/certifying/progress.ts';
import type { TipoContingencia } from '../../core/dte/contingencia.ts';
import type { ExternalRef } from '../../core/identifiers/external-ref.ts';
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

/** A contingency or an invalidation that is begun, or so many documents of all that are stamped. */
export type CampaignStep =
  | { readonly kind: 'contingency'; readonly tipo: TipoContingencia }
  | { readonly kind: 'invalidation'; readonly document: ExternalRef }
  | { readonly kind: 'document'; readonly done: number; readonly of: number };

export interface CampaignRun {
  readonly companyId: string;
  readonly campaign: Campaign;
  /** The most that is sent in a second. */
  readonly perSecond: number;
  /** Told of each step. */
  readonly told: (step: CampaignStep) => void;
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
