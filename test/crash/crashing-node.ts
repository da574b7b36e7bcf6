// The service composed of its real parts, as a process that dies at a given point: `node crashing-node.ts`. It reads
// one line of JSON, prints where it listens, and ends with its input.
import { createInterface } from 'node:readline';
import type { IssuingTimes } from '../../src/operations/documents/issuing-context.ts';
import { startNode } from '../support/composition.ts';
import { type CrashPoint, dyingAt, isCrashPoint } from './crash-point.ts';

/** What the process is told in its first line. */
export interface NodeOrders {
  readonly databaseUrl: string;
  readonly haciendaUrl: string;
  readonly masterKey: string;
  readonly times: IssuingTimes;
  readonly crashPoint: CrashPoint;
}

function isOrders(value: unknown): value is NodeOrders {
  return (
    typeof value === 'object' &&
    value !== null &&
    ['databaseUrl', 'haciendaUrl', 'masterKey', 'times'].every((name) => name in value) &&
    'crashPoint' in value &&
    isCrashPoint(value.crashPoint)
  );
}

async function serve(line: string): Promise<void> {
  const orders: unknown = JSON.parse(line);
  if (!isOrders(orders)) throw new TypeError('these are no orders');
  const { crashPoint, ...options } = orders;
  const node = await startNode({ ...options, wrap: (ports) => dyingAt(crashPoint, ports) });
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
