import { describe, expect, it } from 'vitest';
import { exampleMail } from '../../test/mail/example-mail.ts';
import { idOf } from '../../test/support/identifiers.ts';
import { LOOKS_ALONE } from '../../test/support/looks.ts';
import { nothingBut } from '../../test/support/nothing-but.ts';
import { upTo } from '../../test/support/storage-bench.ts';
import { until } from '../../test/support/until.ts';
import type { DeliveryKey } from '../operations/deliveries/ports.ts';
import type { DeliveryContext } from '../operations/deliveries/send-delivery.ts';
import { type DeliveryLoopLimits, startDeliveryLoop } from './delivery-loop.ts';

const LIMITS: DeliveryLoopLimits = { concurrency: 3, perCompany: 2, pollMs: 10, graceMs: 50 };
const { taken } = exampleMail();

/** An outbox of so many messages of each company, which hang until they are let go. */
function openOutbox(companies: readonly string[], messages: number) {
  const keys = companies.flatMap((companyId) => upTo(messages).map((n) => keyOf(companyId, n)));
  const waiting = new Map<string, DeliveryKey>(keys.map((key) => [key.documentId, key]));
  const underWay = new Map<string, string>();
  const warnings: string[] = [];
  let most = 0;
  let letGo = (): void => undefined;
  const open = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const context: Pick<DeliveryContext, 'deliveries' | 'log' | 'companies'> = {
    deliveries: nothingBut({
      async take({ companyId, documentId }) {
        underWay.set(documentId, companyId);
        most = Math.max(most, underWay.size);
        await open;
        underWay.delete(documentId);
        waiting.delete(documentId);
        return null;
      },
    }),
    companies: nothingBut(),
    log: { warn: (event) => warnings.push(event) },
  };
  return { waiting, underWay, warnings, context, letGo: () => letGo(), most: () => most };
}

function keyOf(companyId: string, n: number): DeliveryKey {
  return { companyId, documentId: idOf(`${companyId} ${n}`), kind: 'stamped', address: taken.address };
}

describe('the delivery loop', () => {
  it('has so many under way, of each company no more than its share, until all are sent', async () => {
    const outbox = openOutbox(['a', 'b'], 6);
    const loop = startDeliveryLoop({
      context: contextOf(outbox.context),
      queue: { due: async () => [...outbox.waiting.values()] },
      look: LOOKS_ALONE,
      limits: LIMITS,
    });
    await until(() => outbox.underWay.size === 3, 'three under way');
    await new Promise((resolve) => setTimeout(resolve, 50));
    const companies = [...outbox.underWay.values()].sort();
    expect([
      ['a', 'a', 'b'],
      ['a', 'b', 'b'],
    ]).toContainEqual(companies);
    outbox.letGo();
    await until(() => outbox.waiting.size === 0, 'an empty outbox');
    expect(outbox.most()).toBe(3);
    await loop.stop();
  });

  it('says what fails and goes on', async () => {
    const outbox = openOutbox(['a'], 1);
    let looks = 0;
    const loop = startDeliveryLoop({
      context: contextOf({ ...outbox.context, deliveries: nothingBut() }),
      queue: {
        async due() {
          looks += 1;
          if (looks === 1) throw new Error('no database');
          return [...outbox.waiting.values()];
        },
      },
      look: LOOKS_ALONE,
      limits: LIMITS,
    });
    await until(() => outbox.warnings.length >= 3, 'three warnings');
    await loop.stop();
    expect(new Set(outbox.warnings)).toEqual(new Set(['delivery_work_failed']));
  });
});

/** Nothing beyond the taking is reached here. */
function contextOf(parts: Pick<DeliveryContext, 'deliveries' | 'log' | 'companies'>): DeliveryContext {
  return nothingBut<DeliveryContext>({ ...parts, mailer: nothingBut() });
}
