import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the ports that systems hand out by themselves, so that no outgoing connection takes it in between. */
const QUIET = { from: 20_000, below: 32_000 };

/** A port that nobody listens on and that stays free while a server on it is started again. */
export async function quietPort(): Promise<number> {
  for (;;) {
    const port = randomInt(QUIET.from, QUIET.below);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
