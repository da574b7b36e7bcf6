/**
 * One node on a house of its own, which takes turns when it is told to. `bench/pair.ts` starts it in two checkouts, also in one that is older
 * than itself: what it imports is as old as the bench.
 */
import { readFileSync } from 'node:fs';
import { contend } from '../rig/contenders.ts';
import { openBenchHouse } from '../rig/house.ts';
import { serve } from './commands.ts';

const COMPANIES = 50;
const CONNECTIONS = 32;

// The exit takes the servers with it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130));

const house = await openBenchHouse(COMPANIES);
const node = await house.startNode();
const issuer = { name: 'node', url: node.url, pid: node.pid, companies: COMPANIES };
const contender = contend(house, issuer, CONNECTIONS);

/** One turn: another node that starts and ends, documents, and what the node holds afterwards. */
async function turn(durationMs: number): Promise<Readonly<Record<string, number>>> {
  const began = performance.now();
  const another = await house.startNode();
  const startMs = performance.now() - began;
  await another.end();
  const issued = await contender.turn(durationMs);
  return { ...issued, startMs, memoryMb: memoryMb(node.pid) };
}

/** That of the rig is younger than some checkouts. */
function memoryMb(pid: number): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024;
}

serve('', {
  turn: ({ durationMs }) => turn(Number(durationMs)),
  analyze: () => house.postgres.sql('ANALYZE'),
  close: () => house.close(),
});
