import type { NodeSettings } from '../config/node-settings.ts';
import type { ServerParts } from '../http/app.ts';
import { createPasses } from '../signer/derived.ts';
import { createPool } from '../storage/connection/pool.ts';

/** The connections of the service; each call takes one for a few milliseconds. */
const SERVICE_CONNECTIONS = 20;
/** The connections of the look for waiting documents. */
const QUEUE_CONNECTIONS = 1;
/** The connections of the outbox, which waits for nobody else's and keeps none from others. */
const MAIL_CONNECTIONS = 2;

/** The pools of a node: those of its requests, of the look for work, and of the outbox. */
export function openPools(
  { databaseUrl, passSecret, masters }: NodeSettings,
  logger: ServerParts['logger'],
  connections = SERVICE_CONNECTIONS,
) {
  const passOf = createPasses(passSecret);
  const onIdleError = (error: Error) => logger.warn({ event: 'idle_connection_lost', reason: error.message });
  const onDetour = (server: string, error: Error) =>
    logger.warn({ event: 'server_out_of_reach', server, reason: error.message });
  const poolOf = (most: number) =>
    createPool('sello_service', { databaseUrl, connections: most, passOf, masters, onIdleError, onDetour });
  const [service, scan, mail] = [poolOf(connections), poolOf(QUEUE_CONNECTIONS), poolOf(MAIL_CONNECTIONS)];
  return { service, scan, mail, end: () => Promise.all([service.end(), scan.end(), mail.end()]) };
}
