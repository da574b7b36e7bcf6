import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { LoggingOrders } from './logging-node.ts';

/** A node in a process of its own, in an empty folder, with everything it says. */
export interface LoggingProcess {
  readonly url: string;
  readonly pid: number;
  /** Ends it, and answers all that it wrote to both streams. */
  end(): Promise<Buffer>;
}

const NODE = fileURLToPath(new URL('./logging-node.ts', import.meta.url));

/** Starts it in `folder`. Rejects with all it said where it ends before it listens. */
export async function startLoggingNode(orders: LoggingOrders, folder: string): Promise<LoggingProcess> {
  const child = spawn(process.execPath, [NODE], {
    cwd: folder,
    env: { PATH: process.env['PATH'], HOME: folder, NODE_NO_WARNINGS: '1' },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const said: Buffer[] = [];
  const exited = once(child, 'close');
  const url = new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        said.push(chunk);
        const found = /"url":"([^"]+)"/.exec(Buffer.concat(said).toString('utf8'))?.[1];
        if (found !== undefined) resolve(found);
      });
    child.once('exit', () => reject(new Error(Buffer.concat(said).toString('utf8'))));
  });
  child.stdin.write(`${JSON.stringify(orders)}\n`);
  return {
    url: await url,
    pid: child.pid ?? 0,
    async end() {
      child.stdin.end();
      await exited;
      return Buffer.concat(said);
    },
  };
}
