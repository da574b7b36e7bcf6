import { createMailer, type MailTimes } from '../../src/mail/mailer.ts';
import type { MailAccount } from '../../src/operations/mail-ports.ts';
import type { DeliveryContext } from '../../src/operations/send-delivery.ts';
import { createPress, PRESS_LIMITS } from '../../src/paper/press.ts';
import { decodeJws } from '../../src/signer/jws.ts';
import { createBrandingReader } from '../../src/storage/branding-reader.ts';
import { createDeliveryQueue } from '../../src/storage/delivery-queue.ts';
import { createDeliveryStore } from '../../src/storage/delivery-store.ts';
import { createDocumentStore } from '../../src/storage/document-store.ts';
import { createInvalidationStore } from '../../src/storage/invalidation-store.ts';
import { createPool } from '../../src/storage/pool.ts';
import {
  type DeliveryLoop,
  type DeliveryLoopLimits,
  startDeliveryLoop,
} from '../../src/work/delivery-loop.ts';
import type { WorkLoopContext } from '../../src/work/work-loop.ts';

/** How a test's nodes send their messages. */
export interface TestMail {
  /** The server for every company. */
  readonly account: MailAccount;
  readonly times?: MailTimes;
  readonly limits?: Partial<DeliveryLoopLimits>;
  /** Stands between the operation and what it needs. */
  readonly wrap?: (context: DeliveryContext) => DeliveryContext;
}

interface MailRoomOptions {
  readonly databaseUrl: string;
  readonly mail?: TestMail | undefined;
}

const LIMITS: DeliveryLoopLimits = { concurrency: 6, perCompany: 6, pollMs: 50, graceMs: 200 };

/** What sends the outbox of a test's node, with connections and paper of its own; nothing without a mail server. */
export function startMailRoom(
  { clock, companies, log }: WorkLoopContext,
  { databaseUrl, mail }: MailRoomOptions,
): DeliveryLoop {
  if (mail === undefined) return { stop: async () => undefined };
  const onIdleError = () => undefined;
  const pool = createPool('sello_service', { databaseUrl, connections: 2, onIdleError });
  const scanPool = createPool('sello_operator', { databaseUrl, connections: 1, onIdleError });
  const press = createPress({ ...PRESS_LIMITS, linesAtOnce: 0 });
  const context: DeliveryContext = {
    ...{ companies, log, press },
    store: createDocumentStore(pool, clock),
    payloadOf: (jws) => decodeJws(jws)?.payload ?? null,
    invalidations: createInvalidationStore(pool),
    brandings: createBrandingReader(pool),
    deliveries: createDeliveryStore(pool),
    mailer: createMailer(mail.times),
    installationAccount: mail.account,
    smtpPasswordOf: async () => null,
  };
  const { wrap = (same: DeliveryContext) => same } = mail;
  const loop = startDeliveryLoop({
    context: wrap(context),
    queue: createDeliveryQueue(scanPool, ['00', '01']),
    limits: { ...LIMITS, ...mail.limits },
  });
  return {
    async stop() {
      await loop.stop();
      await Promise.all([pool.end(), scanPool.end(), press.close()]);
    },
  };
}
