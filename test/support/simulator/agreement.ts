import type { ValidateFunction } from 'ajv';
import type { EventKind } from '../../../simulator/events/event-kind.ts';
import { isRecord, readExactJson } from '../../../simulator/exact/json.ts';
import type { Fault } from '../../../simulator/shapes/fault.ts';
import { findFaults } from '../../../simulator/shapes/find-faults.ts';
import type { Draft } from './facturas.ts';

/** What the simulator says about the structure of an event; conditions come after the fields. */
export function faultsOfEvent(kind: EventKind, event: Draft): readonly Fault[] {
  const exact = readExactJson(JSON.stringify(event));
  const faults = findFaults(kind.shape, exact);
  return faults.length > 0 || !isRecord(exact) ? faults : kind.conditions(exact);
}

/** How two judges of one structure compare over many events. */
export interface Tally {
  accepted: number;
  /** Excuses that were needed. */
  readonly reasons: Set<RegExp>;
  readonly disagreements: unknown[];
}

/** Compares both judges; where only the official schema accepts, every fault must lie at an excused place. */
export function compareEvents(
  kind: EventKind,
  validate: ValidateFunction,
  { events, excused }: { readonly events: Iterable<Draft>; readonly excused: readonly RegExp[] },
): Tally {
  const tally: Tally = { accepted: 0, reasons: new Set(), disagreements: [] };
  for (const event of events) {
    const official = validate(event);
    const faults = faultsOfEvent(kind, event);
    if (official) tally.accepted += 1;
    if (official === (faults.length === 0)) continue;
    const reasons = faults.map(({ path }) => excused.find((place) => place.test(path)));
    for (const reason of reasons) if (reason !== undefined) tally.reasons.add(reason);
    if (!official || reasons.includes(undefined)) {
      tally.disagreements.push({ official, faults, errors: validate.errors });
    }
  }
  return tally;
}
