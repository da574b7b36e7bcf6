import { isRecord, type JsonRecord, textIn } from '../exact/json.ts';
import type { Journal } from './journal.ts';

/** What every judged event has, whatever it is about. */
export interface KeptEvent {
  /** Which kind of event it is, in the state file. */
  readonly type: string;
  readonly state: 'sealed' | 'rejected';
  readonly nit: string;
  readonly ambiente: string;
  /** Null where the event could not be read. */
  readonly codigoGeneracion: string | null;
  /** The hash of the JWS, hexadecimal. */
  readonly sha256: string;
  /** ISO 8601 in UTC. */
  readonly judgedAt: string;
  readonly jws: string;
}

/** The events of one kind that the authority judged. */
export interface EventBook<E extends KeptEvent> {
  readonly enter: (event: E) => void;
  /** Keeps a verdict; it is in force at once, and resolves when it has reached the disk. */
  readonly keep: (event: E, journal: Journal) => Promise<void>;
  readonly isSealed: (ambiente: string, codigoGeneracion: string) => boolean;
  readonly sealedCount: () => number;
  /** Oldest first; the same bytes judged again replace what they were, unless they were sealed. */
  readonly all: () => readonly E[];
}

/** An empty book; `whenSealed` takes note of every sealed event that is entered. */
export function createEventBook<E extends KeptEvent>(whenSealed: (event: E) => void): EventBook<E> {
  const events = new Map<string, E>();
  const sealed = new Set<string>();
  const enter = (event: E) => {
    events.delete(event.sha256);
    events.set(event.sha256, event);
    if (event.state === 'rejected') return;
    sealed.add(`${event.ambiente}|${event.codigoGeneracion}`);
    whenSealed(event);
  };
  return {
    enter,
    keep: (event, journal) => {
      if (events.get(event.sha256)?.state === 'sealed') return journal.flushed();
      enter(event);
      return journal.append(event).durable;
    },
    isSealed: (ambiente, codigoGeneracion) => sealed.has(`${ambiente}|${codigoGeneracion}`),
    sealedCount: () => sealed.size,
    all: () => [...events.values()],
  };
}

/** Whether an entry of the state file has what every judged event of a type has. */
export function isKeptEvent(entry: unknown, type: string): entry is KeptEvent & JsonRecord {
  if (!isRecord(entry) || entry['type'] !== type) return false;
  const { state } = entry;
  const texts = ['nit', 'ambiente', 'sha256', 'judgedAt', 'jws'];
  return (state === 'sealed' || state === 'rejected') && texts.every((key) => textIn(entry, key) !== null);
}
