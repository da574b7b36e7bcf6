import { certify } from './certify.ts';
import { children } from './children.ts';
import { contingency, formalContingency } from './contingency.ts';
import { failover } from './failover/failover.ts';
import { faults } from './faults.ts';
import { impatient } from './impatient.ts';
import { kills } from './kills.ts';
import { neighbours } from './neighbours.ts';
import type { Drill } from './options.ts';
import { outage } from './outage.ts';
import { parallel } from './parallel.ts';
import { planted } from './planted.ts';
import { posts } from './posts/posts.ts';
import { proxies } from './proxies.ts';
import { restore } from './restore.ts';
import { rolling } from './rolling.ts';
import { signIns } from './sign-ins.ts';
import { spreadKills, spreadRestore } from './spread/deaths.ts';
import { spread } from './spread/spread.ts';
import { watchers } from './watchers.ts';

interface LongDrill {
  readonly run: Drill;
  /** The cycles of the long form, unless told otherwise. */
  readonly cycles: number;
  readonly minutes: number;
}

/** Every drill by its name, with its long form. */
export const DRILLS: ReadonlyMap<string, LongDrill> = new Map([
  ['kills', { run: kills, cycles: 2_000, minutes: 60 }],
  ['children', { run: children, cycles: 2_000, minutes: 15 }],
  ['faults', { run: faults, cycles: 20_000, minutes: 60 }],
  ['parallel', { run: parallel, cycles: 50, minutes: 30 }],
  ['contingency', { run: contingency, cycles: 10_000, minutes: 60 }],
  ['formal', { run: formalContingency, cycles: 10_000, minutes: 60 }],
  ['planted', { run: planted, cycles: 1, minutes: 5 }],
  ['outage', { run: outage, cycles: 1_000, minutes: 30 }],
  ['posts', { run: posts, cycles: 100_000, minutes: 10 }],
  ['proxies', { run: proxies, cycles: 30, minutes: 30 }],
  ['restore', { run: restore, cycles: 20, minutes: 60 }],
  ['impatient', { run: impatient, cycles: 20_000, minutes: 8 }],
  ['neighbours', { run: neighbours, cycles: 200, minutes: 10 }],
  ['sign-ins', { run: signIns, cycles: 10, minutes: 4 }],
  ['failover', { run: failover, cycles: 4, minutes: 45 }],
  ['citus', { run: spread, cycles: 50, minutes: 4 }],
  ['citus-kills', { run: spreadKills, cycles: 200, minutes: 30 }],
  ['citus-restore', { run: spreadRestore, cycles: 5, minutes: 30 }],
  ['certify', { run: certify, cycles: 10, minutes: 15 }],
  ['watchers', { run: watchers, cycles: 500, minutes: 2 }],
  ['rolling', { run: rolling, cycles: 100, minutes: 30 }],
]);
