// Loaded into a node by a drill: ends one of its threads, whatever it does, whenever the process gets SIGUSR2.
import { appendFileSync } from 'node:fs';
import { isMainThread, type Worker } from 'node:worker_threads';

const living = new Set<Worker>();

if (isMainThread) {
  process.on('worker', (worker) => {
    living.add(worker);
    worker.once('exit', () => living.delete(worker));
  });
  process.on('SIGUSR2', () => {
    const all = [...living];
    const chosen = all[Math.floor(Math.random() * all.length)];
    if (chosen === undefined) return;
    void chosen.terminate();
    const path = process.env['DRILL_ENDED'];
    if (path !== undefined) appendFileSync(path, 'thread\n');
  });
}
