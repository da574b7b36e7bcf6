import { type Ledger, type LedgerEntry, numberKey, type StampListener } from '../authority.ts';
import type { Copy, Sending, Wire } from '../network.ts';
import { briefly, readSigned } from '../signed-text.ts';
import type { World } from '../world.ts';

/** Whether a caller has asked for what was stamped. */
export type WasAsked = (entry: LedgerEntry) => boolean;

export interface WireWatch {
  readonly wire: Wire;
  readonly onStamp: StampListener;
}

export interface WireWatchOptions {
  readonly world: World;
  /** The books are opened after those who watch them. */
  readonly ledger: () => Ledger;
  readonly wasAsked: WasAsked;
  /** Whether the authority has sealed an event that lists the document of this code. */
  readonly isReported: (codigoGeneracion: string) => boolean;
  /** Whether the bytes are written down apart from the database; always where nodes write nothing down. */
  readonly isWrittenDown: (jws: string) => boolean;
}

/** What must hold of the bytes that leave, and of the stamps they get. */
export function watchWire(options: WireWatchOptions): WireWatch {
  const { world } = options;
  const copies: Copy[] = [];
  const absent = new Map<string, number>();
  const stamps: LedgerEntry[] = [];
  return {
    wire: {
      onSend(sending) {
        checkChangedBytes(options, copies, sending);
        checkAskedFirst(world, { copies, absent }, sending);
        checkReported(options, sending);
        if (!options.isWrittenDown(sending.jws))
          world.violate('written_down_before_they_leave', briefly(sending.jws));
      },
      onLeave: (copy) => copies.push(copy),
      onAbsent: (code, askedMs) => absent.set(code, Math.max(askedMs, absent.get(code) ?? 0)),
    },
    onStamp(entry) {
      for (const other of stamps) checkPair(world, other, entry);
      stamps.push(entry);
      if (entry.faulty || !options.wasAsked(entry))
        world.violate('payload_is_the_callers', briefly(entry.jws));
    },
  };
}

function checkPair(world: World, other: LedgerEntry, entry: LedgerEntry): void {
  const both = `${briefly(other.jws)} and ${briefly(entry.jws)}`;
  if (other.reference === entry.reference) world.violate('one_stamp_per_reference', both);
  if (numberKey(other) === numberKey(entry)) world.violate('one_stamp_per_number', both);
}

/** New bytes of a document leave only when nothing of the earlier ones can still be stamped, or has been. */
function checkChangedBytes(
  { world, ledger }: WireWatchOptions,
  copies: readonly Copy[],
  { jws }: Sending,
): void {
  const text = readSigned(jws);
  const { entries, rejected } = ledger();
  for (const copy of copies) {
    if (copy.jws === jws || copy.rejected || (!world.faults().moody && rejected.has(copy.jws))) continue;
    const other = readSigned(copy.jws);
    if (numberKey(other) !== numberKey(text) && other.reference !== text.reference) continue;
    const entry = entries.get(other.codigoGeneracion);
    const stamped = entry?.jws === copy.jws && !entry.ghost;
    if (copy.pending > 0 || stamped)
      world.violate('bytes_change_when_settled', `${briefly(jws)} beside ${briefly(copy.jws)}`);
  }
}

/** Bytes that say they were issued in a contingency leave after its event is sealed. */
function checkReported({ world, isReported }: WireWatchOptions, { jws, codigoGeneracion }: Sending): void {
  if (jws.includes('"tipoModelo":2') && !isReported(codigoGeneracion))
    world.violate('formal_after_its_report', briefly(jws));
}

interface Asked {
  readonly copies: readonly Copy[];
  /** When the last query left that was answered "absent", by code. */
  readonly absent: ReadonlyMap<string, number>;
}

/** Bytes that left before are asked about before they leave again. */
function checkAskedFirst(world: World, { copies, absent }: Asked, { jws, codigoGeneracion }: Sending): void {
  const earlier = copies.findLast((copy) => copy.jws === jws && !copy.unread);
  const asked = absent.get(codigoGeneracion) ?? Number.NEGATIVE_INFINITY;
  if (earlier !== undefined && asked < earlier.leftMs)
    world.violate('ask_before_resending', `${briefly(jws)} left at ${earlier.leftMs}`);
}
