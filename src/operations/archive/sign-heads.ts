import type { IssuingLog } from '../documents/issuing-context.ts';
import type { Clock, Signer } from '../documents/ports.ts';
import type { ArchiveChain, ArchiveEnd } from './ports.ts';

export interface HeadContext {
  readonly chain: Pick<ArchiveChain, 'keepHead'>;
  readonly signer: Pick<Signer, 'sign'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: IssuingLog;
}

/**
 * Signs the end of a company's chain with the company's own key, so that whoever has its certificate can tell a chain that
 * was written anew. False where the key cannot sign now.
 */
export async function signHead(
  { chain, signer, clock, log }: HeadContext,
  end: ArchiveEnd,
): Promise<boolean> {
  const signedMs = clock.now();
  const outcome = await signer.sign(end, headText(end, signedMs), signedMs);
  if (outcome.kind === 'failed') {
    const { failure, reason } = outcome;
    log.warn('archive_head_unsigned', { companyId: end.companyId, failure, reason });
    return false;
  }
  await chain.keepHead(end, signedMs, outcome.jws);
  return true;
}

/** What is signed. Nothing of it can be taken for a document: it has no `identificacion`. */
export function headText({ companyId, position, linkHash }: ArchiveEnd, signedMs: number): string {
  const signedAt = new Date(signedMs).toISOString();
  return JSON.stringify({ archiveOf: companyId, position, linkHash, signedAt });
}
