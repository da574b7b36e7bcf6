import { invoicesOf, type Measured, runLoad, showStatuses } from '../../../bench/rig/load.ts';
import { processorOfFamily } from '../../../bench/rig/processor.ts';
import { type Program, startProgram } from '../../../bench/rig/program.ts';
import { type DrillOptions, quantile, unless } from '../options.ts';
import type { Rig } from '../rig.ts';
import { percentile, refusals, showNumbers } from '../turns.ts';

/** One of the two installations that sell by turns. */
export interface Side {
  readonly name: string;
  readonly rig: Rig;
  readonly url: string;
  /** The first processes of its servers. */
  readonly servers: readonly number[];
}

interface Turn {
  readonly plain: Measured;
  readonly spread: Measured;
}

export interface Comparison {
  readonly plain: Side;
  readonly spread: Side;
  readonly turns: number;
  readonly turnMs: number;
  /** The least share of what is sold on one server; 0 where too little is sold to judge it. */
  readonly promised: number;
  readonly say: DrillOptions['say'];
}

const CONNECTIONS = 32;

/** Sells on one server and on several by turns, as fast as each answers. */
export async function compare({ plain, spread, turns, turnMs, promised, say }: Comparison) {
  const load = await startProgram('load');
  const sides = { plain: meter(plain, load, say), spread: meter(spread, load, say) };
  const done: Turn[] = [];
  let idleMs = 0;
  try {
    for (const side of [sides.plain, sides.spread]) await side.sell('warming up', turnMs / 2);
    sides.plain.reset();
    sides.spread.reset();
    while (done.length < turns) {
      const before = sides.spread.used();
      const alone = await sides.plain.sell('a turn', turnMs);
      idleMs += sides.spread.used() - before;
      done.push({ plain: alone, spread: await sides.spread.sell('a turn', turnMs) });
    }
  } finally {
    await load.end();
  }
  const { figures, violations } = judge(done, promised);
  const cost = {
    plain_server_ms: sides.plain.serverMs(),
    spread_servers_ms: sides.spread.serverMs(),
    // What looks for what is due take while nothing is sold.
    spread_idle_ms_a_second: Math.round((idleMs * 1_000) / (turns * turnMs)),
  };
  return { figures: { ...figures, ...cost }, violations, sold: sides.spread.sold() };
}

/** Counts what is sold on one side, and what its servers take of the processor for a document. */
function meter({ name, rig, url, servers }: Side, load: Program, say: DrillOptions['say']) {
  const targets = invoicesOf(url, rig.companies);
  let [sold, metered, usedMs] = [0, 0, 0];
  const used = () => servers.reduce((sum, pid) => sum + processorOfFamily(pid), 0);
  return {
    used,
    async sell(what: string, durationMs: number): Promise<Measured> {
      const before = used();
      const measured = await runLoad(load, { targets, connections: CONNECTIONS, durationMs });
      usedMs += used() - before;
      sold += measured.stamped;
      metered += measured.stamped;
      const told = `p99 ${percentile(measured, 0.99)} ms, ${showStatuses(measured)}`;
      say(`${name}, ${what}: ${rateOf(measured).toFixed(1)} a second, ${told}`);
      return measured;
    },
    reset() {
      [metered, usedMs] = [0, 0];
    },
    sold: () => sold,
    serverMs: () => (usedMs / Math.max(1, metered)).toFixed(2),
  };
}

const rateOf = ({ stamped, seconds }: Measured): number => stamped / seconds;

function judge(turns: readonly Turn[], promised: number) {
  const ratios = turns.map(({ plain, spread }) => rateOf(spread) / rateOf(plain));
  const ratio = quantile(ratios, 0.5);
  return {
    figures: {
      plain_per_second: showNumbers(
        turns.map(({ plain }) => rateOf(plain)),
        1,
      ),
      spread_per_second: showNumbers(
        turns.map(({ spread }) => rateOf(spread)),
        1,
      ),
      share: `${ratio.toFixed(2)} (${showNumbers(ratios, 2)})`,
    },
    violations: [
      ...unless(ratio >= promised, 'slow on several servers', `${ratio} of one server`),
      ...refusals(turns.flatMap(({ plain, spread }) => [plain, spread])),
    ],
  };
}
