import type { RawAnswer, Reception } from '../../src/operations/authority/ports.ts';
import type { LoteAnswer, ReportAnswer } from '../../src/operations/contingencies/ports.ts';
import { sealOf } from '../support/identifiers.ts';
import type { SimulatedAuthority } from './authority.ts';
import { readSignedEvent, type SignedEvent } from './signed-event.ts';
import { readSigned } from './signed-text.ts';
import type { World } from './world.ts';

/** A contingency event that the authority has sealed. */
export interface SealedEvent extends SignedEvent {
  readonly jws: string;
  readonly selloRecibido: string;
}

/** The authority's books of contingencies. */
export interface EventLedger {
  /** By generation code. */
  readonly events: ReadonlyMap<string, SealedEvent>;
  /** The codes of the documents that sealed events list. */
  readonly listed: ReadonlySet<string>;
}

/** A document of a lote: its bytes, and the instant until which they may arrive. */
export interface Passenger {
  readonly jws: string;
  readonly lastMs: number;
}

export interface ArrivingLote {
  readonly idEnvio: string;
  readonly passengers: readonly Passenger[];
}

export interface SimulatedContingencies {
  readonly ledger: EventLedger;
  /** The bytes of an event arrive now. */
  report(jws: string): ReportAnswer;
  /** A lote arrives now; unless it is refused unread, each of its documents is judged later, and `onVerdict` told. */
  receiveLote(lote: ArrivingLote, onVerdict: (jws: string, fate: 'judged' | 'unread') => void): LoteAnswer;
  /** The verdicts there are so far, by generation code. */
  lookUpLote(codigoLote: string): ReadonlyMap<string, Reception>;
}

/** Told of every event right after its seal. */
export type SealListener = (event: SealedEvent) => void;

const RAW: RawAnswer = { status: 200, body: '{}' };
/** How long the authority takes over a lote: mostly this. */
const LOTE_MS = 180_000;

export function createSimulatedContingencies(
  world: World,
  authority: SimulatedAuthority,
  onSeal: SealListener,
): SimulatedContingencies {
  const books = { events: new Map<string, SealedEvent>(), listed: new Set<string>() };
  return {
    ledger: books,
    report: reportingTo(world, { ...books, ledger: authority.ledger }, onSeal),
    ...lotesOf(world, authority),
  };
}

interface Books extends Pick<SimulatedAuthority, 'ledger'> {
  readonly events: Map<string, SealedEvent>;
  readonly listed: Set<string>;
}

/** The same bytes are rejected again, and an event that lists a document that is stamped, or in another event, is refused. */
function reportingTo(world: World, { events, listed, ledger }: Books, onSeal: SealListener) {
  const rejected = new Set<string>();
  return (jws: string): ReportAnswer => {
    const event = readSignedEvent(jws);
    const { codigoGeneracion, documents } = event;
    const what = `event ..${codigoGeneracion.slice(-4)} of ${documents.length}`;
    if (events.has(codigoGeneracion))
      return rejection('event', '[identificacion.codigoGeneracion] YA EXISTE');
    const isKnown = (code: string) => listed.has(code) || ledger.entries.has(code);
    const isListed = documents.some(isKnown) && !world.faults().lenient;
    if (isListed || rejected.has(jws) || world.dice.chance(world.faults().whim)) {
      if (!isListed) rejected.add(jws);
      world.note(() => `authority rejects ${what}`);
      return isListed ? rejection('document', 'código generación ya existe') : rejection(null, 'NO CUMPLE');
    }
    const sealed = { ...event, jws, selloRecibido: `2026${String(events.size + 1).padStart(36, 'E')}` };
    events.set(codigoGeneracion, sealed);
    for (const code of documents) listed.add(code);
    world.note(() => `authority seals ${what}`);
    onSeal(sealed);
    return { kind: 'sealed', selloRecibido: sealOf(sealed.selloRecibido), raw: RAW };
  };
}

function rejection(known: 'event' | 'document' | null, observacion: string): ReportAnswer {
  return { kind: 'rejected', known, observaciones: [observacion], raw: RAW };
}

/** A lote is refused as a whole or worked off document by document; the same lote is told the same again. */
function lotesOf(
  world: World,
  authority: SimulatedAuthority,
): Omit<SimulatedContingencies, 'ledger' | 'report'> {
  const isRefused = new Map<string, boolean>();
  const lotes = new Map<string, Map<string, Reception>>();
  return {
    receiveLote({ idEnvio, passengers }, onVerdict) {
      const refused = isRefused.get(idEnvio) ?? world.dice.chance(world.faults().refusedLote);
      isRefused.set(idEnvio, refused);
      world.note(() => `authority ${refused ? 'refuses' : 'takes'} a lote of ${passengers.length}`);
      if (refused) {
        for (const { jws } of passengers) onVerdict(jws, 'unread');
        return { kind: 'refused', reason: 'NO CUMPLE' };
      }
      const results = new Map<string, Reception>();
      const codigoLote = `LOTE-${lotes.size + 1}`;
      lotes.set(codigoLote, results);
      for (const { jws, lastMs } of passengers)
        world.after(Math.min(workMs(world), lastMs - world.nowMs()), () => {
          results.set(readSigned(jws).codigoGeneracion, authority.receive(jws, { visibleMs: lastMs }));
          onVerdict(jws, 'judged');
        });
      return { kind: 'received', codigoLote };
    },
    lookUpLote: (codigoLote) => lotes.get(codigoLote) ?? new Map(),
  };
}

/** Some lotes take longer than anybody waits. */
function workMs({ dice, faults }: World): number {
  return dice.upTo(dice.chance(faults().zombie) ? 4 * LOTE_MS : LOTE_MS);
}
