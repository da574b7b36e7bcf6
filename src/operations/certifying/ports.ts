import type { CampaignDocument } from '../../core/certifying/progress.ts';
import type { ExternalRef } from '../../core/identifiers/external-ref.ts';

/** Reads how the documents of a campaign stand. */
export interface CampaignReader {
  /** The documents of these references, as far as they exist, in the order of their issue. */
  documents(companyId: string, references: readonly ExternalRef[]): Promise<readonly CampaignDocument[]>;
}
