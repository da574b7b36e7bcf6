import { isRecord, type JsonRecord } from '../exact/json.ts';
import { type Misbehaviour, type Reading, readMisbehaviour } from './action.ts';
import { type Chance, seededChance } from './chance.ts';
import { PRESETS } from './presets.ts';

/** A misbehaviour that strikes a number of calls, in the order of the script. */
export interface ScriptEntry extends Misbehaviour {
  readonly times: number;
}

/** A misbehaviour that strikes each call of its service with a probability. */
export interface Fault extends Misbehaviour {
  readonly probability: number;
}

export interface Faults {
  readonly seed: number;
  readonly faults: readonly Fault[];
}

/** Decides, call by call, what goes wrong: an outage first, then the script, then chance. */
export interface Plan {
  readonly next: (service: string, nit: string | null, nowMs: number) => Misbehaviour | null;
  readonly addScript: (entries: readonly ScriptEntry[], nowMs: number) => void;
  readonly clearScript: () => void;
  readonly script: () => readonly ScriptEntry[];
  readonly setFaults: (faults: Faults) => void;
  readonly faults: () => Faults;
}

export function createPlan(): Plan {
  let script: readonly ScriptEntry[] = [];
  let outages: readonly { readonly entry: Misbehaviour; readonly untilMs: number }[] = [];
  let faults: Faults = { seed: 0, faults: [] };
  let chance: Chance = seededChance(0);
  const fromScript = (service: string, nit: string | null): Misbehaviour | null => {
    const found = script.find((entry) => concerns(entry, service, nit));
    if (found === undefined) return null;
    const rest = found.times > 1 ? [{ ...found, times: found.times - 1 }] : [];
    script = script.flatMap((entry) => (entry === found ? rest : [entry]));
    return found;
  };
  const fromChance = (service: string, nit: string | null): Misbehaviour | null =>
    drawFault(
      faults.faults.filter((fault) => concerns(fault, service, nit)),
      chance,
    );
  return {
    next: (service, nit, nowMs) => {
      outages = outages.filter((outage) => outage.untilMs > nowMs);
      const outage = outages.find(({ entry }) => concerns(entry, service, nit));
      return outage?.entry ?? fromScript(service, nit) ?? fromChance(service, nit);
    },
    addScript: (entries, nowMs) => {
      const down = entries.filter((entry) => entry.action === 'down');
      outages = [...outages, ...down.map((entry) => ({ entry, untilMs: nowMs + entry.forMs }))];
      script = [...script, ...entries.filter((entry) => entry.action !== 'down')];
    },
    clearScript: () => {
      script = [];
      outages = [];
    },
    script: () => script,
    setFaults: (next) => {
      faults = next;
      chance = seededChance(next.seed);
    },
    faults: () => faults,
  };
}

function concerns(entry: Misbehaviour, service: string, nit: string | null): boolean {
  return (entry.service === 'all' || entry.service === service) && (entry.nit === null || entry.nit === nit);
}

/** One draw a call; each fault owns a share of it as wide as its probability. */
function drawFault(applicable: readonly Fault[], chance: Chance): Misbehaviour | null {
  if (applicable.length === 0) return null;
  let left = chance();
  for (const fault of applicable) {
    left -= fault.probability;
    if (left < 0) return fault;
  }
  return null;
}

const MOST_TIMES = 1_000_000;

/** Reads the body of POST /_sim/script: one entry or a list. */
export function readScript(body: unknown, services: readonly string[]): Reading<readonly ScriptEntry[]> {
  return readAll(Array.isArray(body) ? body : [body], (value) => {
    const reading = readMisbehaviour(value, services, ['times']);
    if (reading.kind === 'problem') return reading;
    const times = isRecord(value) ? (value['times'] ?? 1) : 1;
    if (typeof times !== 'number' || !Number.isInteger(times) || times < 1 || times > MOST_TIMES) {
      return { kind: 'problem', problem: `times must be an integer from 1 to ${MOST_TIMES}` };
    }
    return { kind: 'value', value: { ...reading.value, times } };
  });
}

/**
 * Reads the body of PUT /_sim/faults: `{seed, probabilities: {service: [{probability, action, ...}]}}`, or a preset
 * in the place of probabilities.
 */
export function readFaults(body: unknown, services: readonly string[]): Reading<Faults> {
  const seed = isRecord(body) ? (body['seed'] ?? 0) : 0;
  const probabilities = probabilitiesOf(isRecord(body) ? body : {});
  if (probabilities.kind === 'problem') return probabilities;
  if (typeof seed !== 'number' || !Number.isSafeInteger(seed)) {
    return { kind: 'problem', problem: 'seed must be an integer' };
  }
  const values = Object.entries(probabilities.value).flatMap(([service, list]) =>
    Array.isArray(list)
      ? list.map((each: unknown) => (isRecord(each) ? { ...each, service } : each))
      : [list],
  );
  const reading = readAll(values, (value) => readFault(value, services));
  return reading.kind === 'value' ? { kind: 'value', value: { seed, faults: reading.value } } : reading;
}

function probabilitiesOf({ preset, probabilities }: JsonRecord): Reading<JsonRecord> {
  const named = typeof preset === 'string' && Object.hasOwn(PRESETS, preset) ? PRESETS[preset] : undefined;
  if (preset !== undefined && (named === undefined || probabilities !== undefined)) {
    return { kind: 'problem', problem: `preset must be one of ${Object.keys(PRESETS).join(', ')}, alone` };
  }
  const value = named ?? probabilities;
  if (isRecord(value)) return { kind: 'value', value };
  return { kind: 'problem', problem: 'probabilities must be an object by service' };
}

function readFault(value: unknown, services: readonly string[]): Reading<Fault> {
  const reading = readMisbehaviour(value, services, ['probability']);
  if (reading.kind === 'problem') return reading;
  const probability = isRecord(value) ? value['probability'] : null;
  if (typeof probability !== 'number' || !(probability >= 0 && probability <= 1)) {
    return { kind: 'problem', problem: 'probability must be a number from 0 to 1' };
  }
  if (reading.value.action === 'down') return { kind: 'problem', problem: 'down belongs into a script' };
  return { kind: 'value', value: { ...reading.value, probability } };
}

function readAll<T>(values: readonly unknown[], read: (value: unknown) => Reading<T>): Reading<readonly T[]> {
  const found: T[] = [];
  for (const value of values) {
    const reading = read(value);
    if (reading.kind === 'problem') return reading;
    found.push(reading.value);
  }
  return { kind: 'value', value: found };
}
