import type { Explanation } from '../../core/explaining/explain.ts';
import type { Refusal } from '../../core/refusals/refusal.ts';
import { type ExplainingParts, explainRejection } from '../documents/explain-rejection.ts';
import type { DocumentRecord } from '../documents/ports.ts';

/** The answer at which a campaign stops because it is none that it expected; texts are Spanish sentences. */
export interface CampaignStop {
  readonly kind: 'stopped';
  /** `rejected` by the authority; `silent`: it does not answer; `refused` by Sello; `ended` by whoever runs it. */
  readonly reason: 'rejected' | 'silent' | 'refused' | 'ended';
  /** The reference of the document that it is about, or what else it is. */
  readonly at: string;
  readonly detail: string;
  readonly explanations: readonly Explanation[];
}

/** A stop without anything to explain. */
export function stopAt(at: string, reason: CampaignStop['reason'], detail: string): CampaignStop {
  return { kind: 'stopped', reason, at, detail, explanations: [] };
}

export function endedAt(at: string): CampaignStop {
  return stopAt(at, 'ended', 'La campaña se detuvo a pedido.');
}

export function silentAt(at: string, said = ''): CampaignStop {
  return stopAt(at, 'silent', `Hacienda no responde. ${said}`.trim());
}

export function refusedAt(at: string, { detail, problems }: Refusal): CampaignStop {
  const fields = problems.map(({ path, message }) => `${path}: ${message}`);
  return stopAt(at, 'refused', [detail, ...fields].join(' '));
}

/** The authority's words, and what is behind them. */
export function rejectedAt(
  at: string,
  { message, observaciones }: Pick<DocumentRecord, 'message' | 'observaciones'>,
  explanations: readonly Explanation[],
): CampaignStop {
  return { ...stopAt(at, 'rejected', [message, ...observaciones].join(' ')), explanations };
}

export async function rejectedDocument(
  context: Pick<ExplainingParts, 'store' | 'payloadOf'>,
  record: DocumentRecord,
): Promise<CampaignStop> {
  return rejectedAt(record.externalRef, record, await explainRejection(context, record));
}
