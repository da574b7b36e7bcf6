import type { CallLog } from './control/call-log.ts';
import type { World } from './endpoints/endpoint.ts';
import type { Plan } from './misbehaviour/plan.ts';
import type { Issuer } from './state/issuers.ts';

/** The whole simulator: the authority, and what makes it misbehave and watches it. */
export interface App {
  readonly world: World;
  readonly plan: Plan;
  readonly calls: CallLog;
  /** Registers an issuer, for good once it resolves. */
  readonly keepIssuer: (issuer: Issuer) => Promise<void>;
}
