// The service composed of its real parts, as a process that logs everything it can: `node logging-node.ts`. It reads one
// line of JSON, prints where it listens, and ends with its input.
import { createInterface } from 'node:readline';
import type { IssuingTimes } from '../../src/operations/issuing-context.ts';
import { WORK_LIMITS } from '../../src/work/work-loop.ts';
import { type InstallationSecrets, startNode } from '../support/composition.ts';

/** What the process is told in its first line. */
export interface LoggingOrders {
  readonly databaseUrl: string;
  readonly haciendaUrl: string;
  readonly secrets: InstallationSecrets;
  readonly times: IssuingTimes;
}

function isOrders(value: unknown): value is LoggingOrders {
  const names = ['databaseUrl', 'haciendaUrl', 'secrets', 'times'];
  return typeof value === 'object' && value !== null && names.every((name) => name in value);
}

async function serve(line: string): Promise<void> {
  const orders: unknown = JSON.parse(line);
  if (!isOrders(orders)) throw new TypeError('these are no orders');
  const node = await startNode({ ...orders, work: WORK_LIMITS, logLevel: 'debug' });
  process.stdout.write(`${JSON.stringify({ url: node.url })}\n`);
}

createInterface({ input: process.stdin })
  .once('line', (line) => {
    serve(line).catch((error: unknown) => {
      process.stderr.write(`${error}\n`);
      process.exit(1);
    });
  })
  .once('close', () => process.exit(0));
