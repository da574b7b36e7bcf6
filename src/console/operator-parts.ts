import type { CircuitBreaker } from '../operations/background/circuit-breaker.ts';
import type { CompanyOpener } from '../operations/companies/ports.ts';
import type { BacklogReader, WatchedStanding } from '../operations/installation/metrics-ports.ts';
import type { NodeHistory } from '../operations/installation/node-history.ts';
import type { DeedReader } from '../operations/installation/ports.ts';
import type { WatchParts } from '../operations/installation/watch-companies.ts';
import type { LastRehearsals } from '../operations/rehearsals/ports.ts';
import type { BeginParts } from '../operations/rehearsals/run-rehearsal.ts';

/** What the pages of the operator need. */
export interface OperatorParts extends WatchParts, BeginParts {
  readonly lastRehearsals: LastRehearsals;
  /** What was done from the command line. */
  readonly commands: DeedReader;
  readonly backlog: BacklogReader;
  /** What the node that answers remembers of itself. */
  readonly history: Pick<NodeHistory, 'read'>;
  readonly breaker: Pick<CircuitBreaker, 'offline'>;
  readonly log: { standing(): Promise<WatchedStanding> };
  readonly version: string;
  readonly opener: CompanyOpener;
  /** Why this node opens no company of production, as a sentence; null where it does. */
  readonly productionObstacle: string | null;
}
