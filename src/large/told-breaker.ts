import { accountName } from '../core/dte/kinds.ts';
import type { CompanyAccount } from '../operations/authority/ports.ts';
import type { CircuitBreaker } from '../operations/background/circuit-breaker.ts';
import type { Circuit, Told } from './messages.ts';

/** The node's breaker, as it is seen from the thread: it is told of every call, and tells its state with every request. */
export interface ToldBreaker extends CircuitBreaker {
  follow(account: CompanyAccount, circuit: Circuit): void;
}

/** Probes are the node's own affair. */
export function createToldBreaker(tell: (told: Told) => void): ToldBreaker {
  const open = new Map<string, Circuit>();
  return {
    follow(account, circuit) {
      if (circuit.isOpen) open.set(accountName(account), circuit);
      else open.delete(accountName(account));
    },
    isOpen: (account) => open.has(accountName(account)),
    causeOf: (account) => open.get(accountName(account))?.cause,
    note: (query, answered, cause) => tell({ kind: 'circuit', query, answered, cause }),
    dueProbes: () => [],
    offline: () => [],
    returned: () => [],
  };
}
