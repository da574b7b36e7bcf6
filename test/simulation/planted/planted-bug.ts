import type { Rejection, Stamp } from '../../../src/operations/authority/ports.ts';
import { sealOf } from '../../support/identifiers.ts';
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

/** What is put in the place of parts of a node. */
type Change = (context: NodeContext) => Partial<NodeContext>;

/** A bug in what a node is made of. */
export function inNode(name: string, nearSeed: number, change: Change): PlantedBug {
  return { name, nearSeed, sabotage: { furnish: (context) => ({ ...context, ...change(context) }) } };
}

/** A bug in one part of a node, which does some things otherwise. */
export function inPart<Part extends keyof NodeContext>(
  part: Part,
  name: string,
  nearSeed: number,
  change: (part: NodeContext[Part], context: NodeContext) => Partial<NodeContext[Part]>,
): PlantedBug {
  return inNode(name, nearSeed, (context) => ({
    [part]: { ...context[part], ...change(context[part], context) },
  }));
}

export const RAW = { status: 200, body: '' };

/** What nobody has said in this world. */
export const FOREIGN_STAMP: Stamp = {
  selloRecibido: sealOf('2026'.padEnd(40, 'F')),
  fhProcesamiento: null,
  codigoMsg: '001',
  descripcionMsg: '',
  observaciones: [],
};

export const REJECTION: Rejection = {
  codigoMsg: '',
  clasificaMsg: null,
  descripcionMsg: 'time-out',
  observaciones: ['time-out'],
};

/** Bytes are given up after another time, by every node and by the database. */
export function waiting(name: string, nearSeed: number, quarantineMs: number): PlantedBug {
  const { sabotage } = inNode(name, nearSeed, ({ times }) => ({ times: { ...times, quarantineMs } }));
  return { name, nearSeed, sabotage: { ...sabotage, rules: () => ({ quarantineMs }) } };
}

/** A bug in what the store decides; whatever it remembers is of one world. */
export function inStore(name: string, nearSeed: number, rules: () => Partial<StoreRules>): PlantedBug {
  return { name, nearSeed, sabotage: { rules } };
}

/** What is sent for the second time, under another signature. */
export function signedAgain<Sent extends { readonly idEnvio: number; readonly jws: string }>(
  sent: Sent,
): Sent {
  return sent.idEnvio > 1 ? { ...sent, jws: `${sent.jws}#again` } : sent;
}
