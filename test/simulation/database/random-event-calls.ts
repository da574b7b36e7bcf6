import type { EventLease, HeldEvent } from '../../../src/operations/contingencies/ports.ts';
import type { HeldDocument } from '../../../src/operations/documents/ports.ts';
import { codeOf, sealOf } from '../../support/identifiers.ts';
import { type Dice, drawUuid } from '../dice.ts';
import { type Call, LEASE_MS, RETRY_MS } from './compared-store.ts';

/** What the calls about contingencies know: the events that were opened, and the leases there were. */
export interface EventsKnown {
  readonly dice: Dice;
  readonly companyId: string;
  readonly opened: string[];
  readonly held: HeldEvent[];
}

const QUARANTINE_MS = 100_000;
const HOUR_MS = 3_600_000;
const CLOCKS = { reportMs: 24 * HOUR_MS, transmitMs: 72 * HOUR_MS };
const RAW = { status: 200, body: '{}' };
const SEALS = [sealOf('A'.repeat(40)), null];

export function isHeldEvent(answer: unknown): answer is HeldEvent {
  return typeof answer === 'object' && answer !== null && 'reportUntilMs' in answer;
}

/** A call about contingencies; `document` is one that somebody has held. */
export function eventCall(known: EventsKnown, document: HeldDocument): Call {
  const { dice, held } = known;
  const latest = held.at(-1);
  if (latest === undefined || dice.chance(0.4)) return lookCall(known);
  const event = dice.chance(0.85) ? latest : dice.pick(held);
  return dice.chance(0.6) ? reportCall(dice, event) : transmitCall(dice, event.lease, document);
}

function lookCall({ dice, companyId, opened }: EventsKnown): Call {
  const [eventId, codigoGeneracion] = [drawUuid(dice), drawUuid(dice).toUpperCase()];
  const one = opened.length === 0 ? eventId : dice.pick(opened);
  const looks: readonly Call[] = [
    {
      what: 'unreported',
      make: ({ contingencies }) => contingencies.unreported(companyId, '00', QUARANTINE_MS),
    },
    { what: 'dueContingencies', make: (compared) => sorted(compared.dueContingencies()) },
    { what: 'takeEvent', make: ({ contingencies }) => contingencies.take(companyId, one, LEASE_MS) },
    { what: 'takeEvent', make: ({ contingencies }) => contingencies.take(companyId, one, LEASE_MS) },
  ];
  if (dice.chance(0.6)) return dice.pick(looks);
  opened.push(eventId);
  return {
    what: 'openEvent',
    make: ({ contingencies, nowMs }) =>
      contingencies.open(
        { companyId, ambiente: '00', eventId, codigoGeneracion: codeOf(codigoGeneracion), nowMs: nowMs() },
        CLOCKS,
      ),
  };
}

async function sorted<T>(found: Promise<readonly T[]>): Promise<readonly string[]> {
  return (await found).map((one) => JSON.stringify(one)).toSorted();
}

/** What is written about the bytes of an event. */
function reportCall(dice: Dice, { lease, attempts }: HeldEvent): Call {
  const latest = attempts.at(-1)?.number ?? 0;
  const number = dice.chance(0.2) ? latest : latest + 1;
  const [jws, selloRecibido] = [`event ${drawUuid(dice)}`, dice.pick(SEALS)];
  const codigoGeneracion = codeOf(drawUuid(dice).toUpperCase());
  const rejection = { observaciones: ['MAL'], raw: RAW, codigoGeneracion, retryMs: RETRY_MS };
  return dice.pick<Call>([
    { what: 'recordReport', make: ({ contingencies }) => contingencies.recordAttempt(lease, jws, LEASE_MS) },
    { what: 'recordReport', make: ({ contingencies }) => contingencies.recordAttempt(lease, jws, LEASE_MS) },
    {
      what: 'resendReport',
      make: ({ contingencies }) => contingencies.recordResend(lease, number, LEASE_MS),
    },
    { what: 'closeReport', make: ({ contingencies }) => contingencies.closeAttempt(lease, number) },
    { what: 'reject', make: ({ contingencies }) => contingencies.reject(lease, rejection) },
    {
      what: 'seal',
      make: ({ contingencies }) =>
        contingencies.seal(lease, {
          selloRecibido: selloRecibido,
          raw: RAW,
          transmitMs: CLOCKS.transmitMs,
        }),
    },
  ]);
}

/** How an event brings its documents on, and its own next time. */
function transmitCall(dice: Dice, lease: EventLease, { record }: HeldDocument): Call {
  const { companyId, documentId } = record;
  return dice.pick<Call>([
    {
      what: 'waiting',
      async make({ contingencies }) {
        const { open, free } = await contingencies.waiting(lease, { limit: 1_000, restMs: 20_000 });
        return { open, free: free.map((one) => one.documentId).toSorted() };
      },
    },
    {
      what: 'bringForward',
      make: ({ contingencies }) => contingencies.bringForward(lease, [{ companyId, documentId }]),
    },
    { what: 'postpone', make: ({ contingencies }) => contingencies.release(lease, RETRY_MS) },
    { what: 'renewEvent', make: ({ contingencies }) => contingencies.renew(lease, LEASE_MS) },
    { what: 'noteWarning', make: ({ contingencies }) => contingencies.noteWarning(lease, 50) },
    { what: 'finish', make: ({ contingencies }) => contingencies.finish(lease) },
    { what: 'wakeEvents', make: ({ contingencies }) => contingencies.wake(lease.companyId, '00') },
  ]);
}
