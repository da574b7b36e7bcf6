import { createSecretKey, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { LIFETIMES } from '../core/users/lifetimes.ts';
import { createTickets } from './tickets.ts';

const SECRET = createSecretKey(randomBytes(32));
const JOURNEY = {
  errand: { next: '/app/e/espiga/hoy', invitation: null },
  state: 'el estado',
  nonce: 'el nonce',
  verifier: 'el verificador',
};

describe('a ticket', () => {
  let nowMs = 1_000_000;
  const tickets = createTickets(SECRET, () => nowMs);

  it('opens to what was sealed, at every node of the installation', () => {
    const ticket = tickets.seal(JOURNEY);
    expect(tickets.open(ticket)?.journey).toEqual(JOURNEY);
    expect(createTickets(SECRET, () => nowMs).open(ticket)).toEqual(tickets.open(ticket));
  });

  it('differs each time, and tells whoever has it nothing', () => {
    const [one, other] = [tickets.seal(JOURNEY), tickets.seal(JOURNEY)];
    expect(tickets.open(one)?.once).not.toEqual(tickets.open(other)?.once);
    expect(Buffer.from(one, 'base64url').toString('latin1')).not.toMatch(/estado|nonce|verificador|espiga/);
  });

  it('ends after ten minutes', () => {
    const ticket = tickets.seal(JOURNEY);
    nowMs += LIFETIMES.ticketMs;
    expect(tickets.open(ticket)).not.toBeNull();
    nowMs += 1;
    expect(tickets.open(ticket)).toBeNull();
  });

  it('is no other text, and none of another installation', () => {
    const ticket = tickets.seal(JOURNEY);
    const bytes = Buffer.from(ticket, 'base64url');
    for (let index = 0; index < bytes.length; index += 7) {
      const changed = Buffer.from(bytes);
      changed[index] = (changed[index] ?? 0) ^ 1;
      expect(tickets.open(changed.toString('base64url'))).toBeNull();
    }
    for (const text of [
      '',
      'x',
      ticket.slice(0, -4),
      `${ticket}AAAA`,
      bytes.subarray(0, 28).toString('base64url'),
    ])
      expect(tickets.open(text)).toBeNull();
    expect(createTickets(createSecretKey(randomBytes(32)), () => nowMs).open(ticket)).toBeNull();
  });
});
