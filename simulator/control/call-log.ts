/** The HTTP status, or how the call ended without one. */
export type Outcome = number | 'pending' | 'silence' | 'reset' | 'drip' | 'failed';

/** One call of a service, as GET /_sim/calls shows it. */
export interface LoggedCall {
  /** ISO 8601 in UTC. */
  readonly at: string;
  readonly service: string;
  /** As it was called, with a slash at its end or without. */
  readonly path: string;
  readonly nit: string | null;
  readonly codigoGeneracion: string | null;
  readonly userAgent: string | null;
  readonly outcome: Outcome;
  /** The misbehaviour that struck it, like `reset after`. */
  readonly misbehaviour: string | null;
}

export interface CallLog {
  /** Adds a call, and answers the function that tells its outcome once it is known. */
  readonly add: (call: Omit<LoggedCall, 'outcome'>) => (outcome: Outcome) => void;
  /** The newest calls, oldest first. */
  readonly calls: () => readonly LoggedCall[];
  /** All calls since the start or the last `clear`, by service. */
  readonly counts: () => Readonly<Record<string, number>>;
  /** The same by address, without the codes in them. */
  readonly addresses: () => Readonly<Record<string, number>>;
  readonly clear: () => void;
}

interface Line {
  readonly call: Omit<LoggedCall, 'outcome'>;
  outcome: Outcome;
}

const KEPT = 1000;

const CODE = /[0-9A-F]{8}(?:-[0-9A-F]{4}){3}-[0-9A-F]{12}/i;

function countIn(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

export function createCallLog(): CallLog {
  const calls: Line[] = [];
  const counts = new Map<string, number>();
  const addresses = new Map<string, number>();
  return {
    add: (call) => {
      const line: Line = { call, outcome: 'pending' };
      calls.push(line);
      if (calls.length > KEPT) calls.shift();
      countIn(counts, call.service);
      countIn(addresses, call.path.replace(CODE, 'CODIGO'));
      return (outcome) => {
        line.outcome = outcome;
      };
    },
    calls: () => calls.map(({ call, outcome }) => ({ ...call, outcome })),
    counts: () => Object.fromEntries(counts),
    addresses: () => Object.fromEntries(addresses),
    clear: () => {
      calls.length = 0;
      counts.clear();
      addresses.clear();
    },
  };
}
