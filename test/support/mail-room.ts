import type { MailTimes } from '../../src/mail/mailer.ts';
import type { MailAccount } from '../../src/operations/deliveries/ports.ts';
import type { DeliveryContext } from '../../src/operations/deliveries/send-delivery.ts';
import type { DeliveryLoopLimits } from '../../src/work/delivery-loop.ts';

/** How a test's nodes send their messages. */
export interface TestMail {
  /** The server for every company. */
  readonly account: MailAccount;
  readonly times?: MailTimes;
  readonly limits?: Partial<DeliveryLoopLimits>;
  /** Stands between the operation and what it needs. */
  readonly wrap?: (context: DeliveryContext) => DeliveryContext;
}

/** A test does not wait long for its messages. */
export const MAIL_LIMITS: DeliveryLoopLimits = { concurrency: 6, perCompany: 6, pollMs: 50, graceMs: 200 };
