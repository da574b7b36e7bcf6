import type {
  Consultation,
  RawAnswer,
  Reception,
  Rejection,
  Stamp,
} from '../../src/operations/documents/ports.ts';
import { sealOf } from '../support/identifiers.ts';
import { processingTime } from '../support/processing-time.ts';
import { briefly, readSigned, type SignedText } from './signed-text.ts';
import type { World } from './world.ts';

/** A stamped document as the authority keeps it. */
export interface LedgerEntry extends SignedText {
  readonly jws: string;
  readonly stamp: Stamp;
  /** When it was stamped, on the clock on the wall. */
  readonly stampedMs: number;
  /** From when on a query finds it. */
  readonly visibleMs: number;
}

/** The authority's own books: the judge of what happened. */
export interface Ledger {
  /** By generation code. */
  readonly entries: ReadonlyMap<string, LedgerEntry>;
  /** Bytes it has rejected; the same bytes are rejected again. */
  readonly rejected: ReadonlySet<string>;
  /** Numbers somebody else has used: number and year. */
  readonly foreign: ReadonlySet<string>;
}

export interface SimulatedAuthority {
  readonly ledger: Ledger;
  /** The bytes arrive now; a stamp is to be found by queries at `visibleMs` at the latest. */
  receive(jws: string, visibleMs: number): Reception;
  lookUp(codigoGeneracion: string): Consultation;
}

/** Told of every stamp right after it was given. */
export type StampListener = (entry: LedgerEntry) => void;

const RAW: RawAnswer = { status: 200, body: '{}' };
const REJECTION: Rejection = {
  codigoMsg: '096',
  clasificaMsg: '11',
  descripcionMsg: 'DOCUMENTO NO CUMPLE ESQUEMA JSON',
  observaciones: ['[resumen.observaciones] no cumple el formato requerido'],
};

export interface AuthorityOptions {
  readonly world: World;
  readonly onStamp: StampListener;
  /** Whether the document of this code has been invalidated. */
  readonly isInvalidated: (codigoGeneracion: string) => boolean;
}

export function createSimulatedAuthority({
  world,
  onStamp,
  isInvalidated,
}: AuthorityOptions): SimulatedAuthority {
  const entries = new Map<string, LedgerEntry>();
  const [rejected, foreign] = [new Set<string>(), foreignNumbers(world)];
  const numbers = new Map<string, string>();
  const stampOf = (jws: string, visibleMs: number): Reception => {
    const text = readSigned(jws);
    const selloRecibido = sealOf(`2026${String(entries.size + 1).padStart(36, 'A')}`);
    const stampedMs = world.wallMs(world.nowMs());
    const stamp = {
      selloRecibido,
      fhProcesamiento: processingTime(stampedMs),
      codigoMsg: '001',
      descripcionMsg: 'RECIBIDO',
      observaciones: [],
    };
    const shownMs = world.dice.chance(world.faults().lag)
      ? world.dice.between(world.nowMs(), Math.max(world.nowMs(), visibleMs))
      : world.nowMs();
    const entry = { ...text, jws, stamp, stampedMs, visibleMs: shownMs };
    entries.set(text.codigoGeneracion, entry);
    numbers.set(numberKey(text), text.codigoGeneracion);
    world.note(() => `authority stamps ${briefly(jws)}`);
    onStamp(entry);
    return { kind: 'stamped', stamp, raw: RAW };
  };
  return {
    ledger: { entries, rejected, foreign },
    receive(jws, visibleMs) {
      const text = readSigned(jws);
      if (entries.has(text.codigoGeneracion)) return registered('codigoGeneracion');
      const taken = foreign.has(numberKey(text)) || (!world.faults().lenient && numbers.has(numberKey(text)));
      if (taken) {
        rejected.add(jws);
        return registered('numeroControl');
      }
      const isOnNothing = text.ccf !== null && !world.faults().lenient && isInvalidated(text.ccf);
      if (isOnNothing || rejected.has(jws) || text.faulty || world.dice.chance(world.faults().whim)) {
        rejected.add(jws);
        world.note(() => `authority rejects ${briefly(jws)}`);
        return { kind: 'rejected', rejection: REJECTION, raw: RAW };
      }
      return stampOf(jws, visibleMs);
    },
    lookUp(codigoGeneracion) {
      const entry = entries.get(codigoGeneracion);
      return entry === undefined || entry.visibleMs > world.nowMs()
        ? { kind: 'absent', raw: { status: 404, body: '' } }
        : { kind: 'stamped', stamp: entry.stamp, raw: RAW };
    },
  };
}

function registered(field: 'codigoGeneracion' | 'numeroControl'): Reception {
  const rejection = {
    ...REJECTION,
    codigoMsg: '004',
    descripcionMsg: `YA EXISTE ${field}`,
    observaciones: [field],
  };
  return { kind: 'already_registered', field, rejection, raw: RAW };
}

/** A number counts within a year. */
export function numberKey({ numeroControl, year }: Pick<SignedText, 'numeroControl' | 'year'>): string {
  return `${numeroControl} of ${year}`;
}

function foreignNumbers(world: World): Set<string> {
  const numbers = Array.from({ length: world.faults().foreignNumbers }, () => world.dice.between(1, 4));
  return new Set(
    numbers.flatMap((number) =>
      ['2026', '2027'].map((year) =>
        numberKey({ numeroControl: `DTE-01-M001P001-${String(number).padStart(15, '0')}`, year }),
      ),
    ),
  );
}
