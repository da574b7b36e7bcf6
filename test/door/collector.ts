// Loaded into a node before its program: at SIGUSR2 it collects its garbage and says what is left.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect: unknown = runInNewContext('gc');

process.on('SIGUSR2', () => {
  if (typeof collect === 'function') collect();
  const { rss, heapUsed, external } = process.memoryUsage();
  process.stdout.write(`${JSON.stringify({ event: 'collected', rss, used: heapUsed + external })}\n`);
});
