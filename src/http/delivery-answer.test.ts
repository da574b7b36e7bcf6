import { describe, expect, it } from 'vitest';
import type { DeliveryReport, DeliveryStanding } from '../operations/deliveries/ports.ts';
import { deliveryAnswer } from './delivery-answer.ts';

function message(state: DeliveryStanding['state'], changes: Partial<DeliveryStanding> = {}) {
  const sentMs = state === 'sent' ? Date.UTC(2026, 10, 20, 18) : null;
  return { kind: 'stamped', address: 'a@ejemplo.com', state, sentMs, lastError: null, ...changes } as const;
}

function stateOf(isConfigured: boolean, ...states: readonly DeliveryStanding['state'][]) {
  const messages = states.map((state) => message(state));
  return deliveryAnswer({ isConfigured, messages, redirectWhatsapp: null }).state;
}

describe('deliveryAnswer', () => {
  it.each<[string, readonly DeliveryStanding['state'][]]>([
    ['none', []],
    ['queued', ['queued']],
    ['queued', ['sent', 'queued']],
    ['queued', ['failed', 'queued']],
    ['sent', ['sent', 'sent']],
    ['failed', ['failed']],
    ['partial', ['sent', 'failed']],
  ])('is %s for %j', (state, states) => {
    expect(stateOf(true, ...states)).toBe(state);
  });

  it('says that there is no mail server where nothing can leave', () => {
    expect(stateOf(false)).toBe('not_configured');
    expect(stateOf(false, 'sent', 'queued')).toBe('not_configured');
    expect(stateOf(false, 'sent')).toBe('sent');
  });

  it('shows each message with its time in El Salvador, and the number that nothing is sent to', () => {
    const report: DeliveryReport = {
      isConfigured: true,
      messages: [
        message('sent'),
        message('failed', { kind: 'contingency', address: 'b@ejemplo.com', lastError: 'No existe.' }),
      ],
      redirectWhatsapp: '+503 7777-7777',
    };
    expect(deliveryAnswer(report)).toEqual({
      state: 'partial',
      recipients: [
        {
          address: 'a@ejemplo.com',
          kind: 'stamped',
          state: 'sent',
          sent_at: '2026-11-20T12:00:00-06:00',
          last_error: null,
        },
        {
          address: 'b@ejemplo.com',
          kind: 'contingency',
          state: 'failed',
          sent_at: null,
          last_error: 'No existe.',
        },
      ],
      redirect_whatsapp: '+503 7777-7777',
    });
  });
});
