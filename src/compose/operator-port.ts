// The port of `/live`, `/ready` and `/metrics`, with connections of its own to the database that it tells of.
import type { Server, WatchedDatabase } from '../cli/program.ts';
import { createOperatorServer } from '../http/operator-server.ts';
import { createPool } from '../storage/connection/pool.ts';
import { createBacklogReader } from '../storage/documents/backlog-reader.ts';
import { createDatabaseProbe } from '../storage/server/database-probe.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { timely } from '../telemetry/timely.ts';

/** A node whose database takes longer than this to answer a trifle should get no more requests for now. */
const READY_WITHIN_MS = 1_000;
/** Longer than the database lets any statement take: what has not come back by then does not. */
const STUCK_MS = 30_000;
/** Whoever collects measures waits a few seconds at the most, and must get those of the node in any case. */
const BACKLOG_WITHIN_MS = 2_000;

export function operatorServerOf(
  { databaseUrl, masters, passOf }: WatchedDatabase,
  metrics: Metrics,
): Server {
  const probe = createDatabaseProbe(databaseUrl);
  const pool = createPool('sello_service', {
    databaseUrl,
    connections: 1,
    masters,
    passOf,
    onIdleError: () => undefined,
  });
  const backlog = createBacklogReader(pool);
  const readBacklog = timely(() => backlog.read(), BACKLOG_WITHIN_MS);
  const probed = timely(async () => ({ obstacle: await probe.obstacle() }), READY_WITHIN_MS);
  const standing = timely(metrics.standing, READY_WITHIN_MS);
  const server = createOperatorServer({
    async obstacle() {
      const asked = await probed();
      if (asked === null) return 'unavailable';
      if (asked.obstacle !== null) return asked.obstacle;
      const known = await standing();
      if (known === null) return 'unavailable';
      return known.refusal ?? (metrics.held().stuckMs > STUCK_MS ? 'no_place' : null);
    },
    metrics: async () => metrics.text(await readBacklog(), await standing()),
    metricsType: metrics.contentType,
  });
  return {
    listen: server.listen,
    async close() {
      await server.close();
      await Promise.all([probe.close(), pool.end()]);
    },
  };
}
