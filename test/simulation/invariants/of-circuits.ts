import type { CompanyAccount } from '../../../src/operations/authority/ports.ts';
import type { CircuitBreaker } from '../../../src/operations/background/circuit-breaker.ts';
import { longestPauseMs } from '../background.ts';
import type { Life } from '../node.ts';
import type { World } from '../world.ts';

/** What must hold of the nodes' circuits. */
export interface CircuitWatch {
  /** A node has begun its life with this circuit. */
  watch(life: Life, breaker: CircuitBreaker): void;
  check(): void;
}

/** Three probes at their longest pause, and the work of a round before each. */
const LONGEST_MS = 5 * 60_000;

/** In good days the authority answers, whatever it says, and whatever it leaves unsaid of one document: circuits close. */
export function watchCircuits(world: World, account: CompanyAccount): CircuitWatch {
  let nodes: { readonly life: Life; readonly breaker: CircuitBreaker; closedMs: number }[] = [];
  return {
    watch: (life, breaker) => void nodes.push({ life, breaker, closedMs: 0 }),
    check() {
      const nowMs = world.nowMs();
      if (nowMs < world.faultsEndMs || world.isOver()) return;
      nodes = nodes.filter(({ life }) => !life.isDead());
      for (const node of nodes) {
        if (!node.breaker.isOpen(account)) node.closedMs = nowMs;
        const sinceMs = Math.max(node.closedMs, world.faultsEndMs);
        if (nowMs - sinceMs > LONGEST_MS + longestPauseMs(world))
          world.violate('circuits_close', `${node.life.name} sends nothing since ${sinceMs} ms`);
      }
    },
  };
}
