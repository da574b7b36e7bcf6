import { SYSTEM_CLOCK } from '../compose.ts';
import type { Settings } from '../config/settings.ts';
import { USER_AGENT } from '../config/version.ts';
import { createAuthority } from '../hacienda/client.ts';
import { createCircuitBreaker } from '../operations/background/circuit-breaker.ts';
import {
  type Reconciling,
  type ReconcilingOrder,
  reconcileMonth,
} from '../operations/declarations/reconcile-month.ts';
import type { Passwords } from '../signer/passwords.ts';
import type { Pool } from '../storage/connection/pool.ts';
import { createReconciliationStore } from '../storage/declarations/reconciliation-store.ts';

/** Compares a month here, with connections to the authority of its own: a node that issues meanwhile shares none of them. */
export async function reconcileMonthOn(
  place: { readonly service: Pool; readonly settings: Settings; readonly passwords: Passwords },
  order: ReconcilingOrder,
  testUrl: string,
): Promise<Reconciling> {
  const { service, settings, passwords } = place;
  const authority = createAuthority({
    testUrl,
    productionUrl: settings.haciendaProductionUrl,
    timeoutMs: settings.haciendaTimeoutMs,
    userAgent: USER_AGENT,
    credentials: passwords.atAuthority,
  });
  const parts = {
    store: createReconciliationStore(service),
    authority,
    breaker: createCircuitBreaker(SYSTEM_CLOCK),
    clock: SYSTEM_CLOCK,
  };
  try {
    return await reconcileMonth(parts, order);
  } finally {
    await authority.close();
  }
}
