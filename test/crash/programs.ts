import { fileURLToPath } from 'node:url';
import { type ChildProgram, startProgram } from '../support/child-program.ts';
import type { NodeOrders } from './crashing-node.ts';

/** A program of its own that listens. */
export interface Program extends ChildProgram {
  readonly url: string;
}

const SIMULATOR = fileURLToPath(new URL('../../simulator/main.ts', import.meta.url));
const NODE = fileURLToPath(new URL('./crashing-node.ts', import.meta.url));

/** The simulated Hacienda in a process of its own. */
export function startSimulatorProgram(stateFile: string): Promise<Program> {
  return listening(startProgram([SIMULATOR, '--state-file', stateFile]));
}

/** The service in a process of its own. */
export function startNodeProgram(orders: NodeOrders): Promise<Program> {
  const program = startProgram([NODE], { listens: true });
  program.tell(JSON.stringify(orders));
  return listening(program);
}

async function listening(program: ChildProgram): Promise<Program> {
  const [, url = ''] = await program.shows(/"url":"([^"]+)"/);
  return { ...program, url };
}
