import { whyNotTypes } from '../../core/certifying/matrix.ts';
import { type Campaign, referencesOf } from '../../core/certifying/plan.ts';
import { type CampaignDocument, typesBegun } from '../../core/certifying/progress.ts';
import { TIPOS_DTE, type TipoDte } from '../../core/dte/kinds.ts';
import type { CertifyingContext } from './campaign-context.ts';
import type { CampaignStop } from './campaign-stop.ts';
import { runCampaign } from './run-campaign.ts';

/** How a company's campaign stands, and how the last run of it here ended. */
export interface CampaignStanding {
  readonly documents: readonly CampaignDocument[];
  /** The types that were begun: of which something was issued, or which the last run here is of. */
  readonly types: readonly TipoDte[];
  readonly isRunning: boolean;
  /** Null where none was stopped here. */
  readonly stopped: CampaignStop | null;
}

/** Runs campaigns of companies beside what the node does. What a node does not come to, the next start goes on with. */
export interface CampaignRunner {
  /** Does nothing where the company's campaign runs here. */
  start(companyId: string, campaign: Campaign): void;
  /** How the campaign of this name stands, whatever its types. */
  standing(companyId: string, name: string): Promise<CampaignStanding>;
  /** Lets what is on its way end, and starts nothing more. */
  close(): Promise<void>;
}

/** The Ministry's test environment is for everybody. */
export const PER_SECOND = 2;

export function createCampaignRunner(context: CertifyingContext): CampaignRunner {
  const running = new Map<string, Promise<void>>();
  const lastTypes = new Map<string, readonly TipoDte[]>();
  const stops = new Map<string, CampaignStop | null>();
  const stopping = { aborted: false };
  const run = async (companyId: string, campaign: Campaign) => {
    try {
      const told = () => undefined;
      const wanted = { companyId, campaign, perSecond: PER_SECOND, told, stop: stopping };
      stops.set(companyId, (await runCampaign(context, wanted)).stopped);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      context.log.warn('campaign_failed', { companyId, reason });
    } finally {
      running.delete(companyId);
    }
  };
  return {
    start(companyId, campaign) {
      if (running.has(companyId) || stopping.aborted || whyNotTypes(campaign.types) !== null) return;
      stops.delete(companyId);
      lastTypes.set(companyId, campaign.types);
      running.set(companyId, run(companyId, campaign));
    },
    async standing(companyId, name) {
      const documents = await context.campaigns.documents(companyId, referencesOf(name));
      const begun = [...typesBegun(documents), ...(lastTypes.get(companyId) ?? [])];
      return {
        documents,
        types: TIPOS_DTE.filter((type) => begun.includes(type)),
        isRunning: running.has(companyId),
        stopped: stops.get(companyId) ?? null,
      };
    },
    async close() {
      stopping.aborted = true;
      await Promise.all(running.values());
    },
  };
}
