import { isRecord } from '../exact/json.ts';
import type { Reading } from '../misbehaviour/action.ts';

/**
 * Which versions of events are taken. `seen` is what the test environment did in 2026: it refused contingencia v3 and took
 * both invalidaciones. The others are one generation, or any.
 */
export const VERSIONS_TAKEN = {
  seen: { contingencia: [4], invalidacion: [2, 3] },
  v1: { contingencia: [3], invalidacion: [2] },
  v2: { contingencia: [4], invalidacion: [3] },
  any: { contingencia: [3, 4], invalidacion: [2, 3] },
} as const;

/**
 * How an invalidation of the first generation has to name the receiver of a document that names nobody: by the issuer's
 * own NIT (`36`), by another document (`37`), or by any. One report says that `37` was refused and `36` taken.
 */
const ANONYMOUS = ['any', '36', '37'] as const;

/** What a query about a document that was rejected is answered: that it is unknown (014), or its rejection once more. */
const REJECTED = ['unknown', 'repeated'] as const;

/** What the authority demands, or says, where one does not know, or where it changes from one day to the next. */
export interface Demands {
  readonly events: keyof typeof VERSIONS_TAKEN;
  readonly anonymous: (typeof ANONYMOUS)[number];
  readonly rejected: (typeof REJECTED)[number];
}

const CHOICES: Readonly<Record<keyof Demands, readonly string[]>> = {
  events: Object.keys(VERSIONS_TAKEN),
  anonymous: ANONYMOUS,
  rejected: REJECTED,
};

export const USUAL_DEMANDS: Demands = { events: 'seen', anonymous: 'any', rejected: 'unknown' };

/** Reads some of the demands, by their names; the others stay as they were. */
export function readDemands(changes: unknown, before: Demands): Reading<Demands> {
  if (!isRecord(changes)) return { kind: 'problem', problem: 'the demands must be an object' };
  const wrong = Object.entries(changes).find(([name, value]) => !isChoice(name, value));
  const demands = { ...before, ...changes };
  if (wrong === undefined && isDemands(demands)) return { kind: 'value', value: demands };
  const [name = ''] = wrong ?? [];
  const choices = isName(name) ? CHOICES[name] : null;
  const problem =
    choices === null ? `unknown demand ${name}` : `${name} must be one of ${choices.join(', ')}`;
  return { kind: 'problem', problem };
}

function isName(name: string): name is keyof Demands {
  return Object.hasOwn(CHOICES, name);
}

function isChoice(name: string, value: unknown): boolean {
  return isName(name) && CHOICES[name].some((choice) => choice === value);
}

function isDemands(demands: Readonly<Record<string, unknown>>): demands is typeof demands & Demands {
  return Object.keys(CHOICES).every((name) => isChoice(name, demands[name]));
}

/** What is demanded from now on. */
export interface DemandsBook {
  readonly now: () => Demands;
  readonly make: (demands: Demands) => void;
}

export function createDemands(first: Demands): DemandsBook {
  let demands = first;
  return {
    now: () => demands,
    make: (next) => {
      demands = next;
    },
  };
}
