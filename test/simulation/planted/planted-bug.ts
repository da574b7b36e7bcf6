import type { StoreRules } from '../database/rules.ts';
import type { NodeContext } from '../fleet.ts';
import type { Sabotage } from '../run-seed.ts';

/** A mistake in the protocol that the simulation has to find. */
export interface PlantedBug {
  readonly name: string;
  /** A seed near which it is found; the search begins there and goes upwards. */
  readonly nearSeed: number;
  readonly sabotage: Sabotage;
}

/** A bug in what a node is made of. */
export function inNode(
  name: string,
  nearSeed: number,
  change: (context: NodeContext) => Partial<NodeContext>,
): PlantedBug {
  return { name, nearSeed, sabotage: { furnish: (context) => ({ ...context, ...change(context) }) } };
}

/** Bytes are given up after another time, by every node and by the database. */
export function waiting(name: string, nearSeed: number, quarantineMs: number): PlantedBug {
  const { sabotage } = inNode(name, nearSeed, ({ times }) => ({ times: { ...times, quarantineMs } }));
  return { name, nearSeed, sabotage: { ...sabotage, rules: () => ({ quarantineMs }) } };
}

/** A bug in what the store decides; whatever it remembers is of one world. */
export function inStore(name: string, nearSeed: number, rules: () => Partial<StoreRules>): PlantedBug {
  return { name, nearSeed, sabotage: { rules } };
}
