import type { CertifyingContext } from '../operations/certifying/campaign-context.ts';
import { decodeJws } from '../signer/jws.ts';
import { createCampaignReader } from '../storage/certifying/campaign-reader.ts';
import type { Pool } from '../storage/connection/pool.ts';
import { createEventReader } from '../storage/invalidations/event-reader.ts';

/** What campaigns work with, from what the background of a node works with. */
export function certifyingContext({
  context,
  pools,
}: {
  readonly context: Omit<CertifyingContext, 'payloadOf' | 'events' | 'campaigns'>;
  readonly pools: { readonly service: Pool };
}): CertifyingContext {
  return {
    ...context,
    payloadOf: (jws) => decodeJws(jws)?.payload ?? null,
    events: createEventReader(pools.service),
    campaigns: createCampaignReader(pools.service),
  };
}
