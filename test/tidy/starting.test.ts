import { describeRule } from './planted.ts';
import { strayStarts } from './starting.ts';

describeRule('the starts of processes and threads', {
  rule: strayStarts,
  path: 'src/paper/a.ts',
  wrong: [
    ["import { spawn } from 'node:child_process';\nspawn('true');", '1 child_process'],
    ["const { fork } = await import('node:child_process');", '1 child_process'],
    ["import { Worker } from 'node:worker_threads';\nnew Worker('a');", '1 Worker'],
  ],
  right: [
    "import type { ChildProcess } from 'node:child_process';\nlet a: ChildProcess;",
    "import type { Worker } from 'node:worker_threads';\nlet a: Worker;",
    "import { parentPort } from 'node:worker_threads';\nparentPort?.close();",
    "import { startProcess } from '../children/child.ts';\nstartProcess('a', [], {});",
  ],
  elsewhere: ['src/children/child.ts', 'src/storage/embedded/a.ts', 'src/paper/a.test.ts', 'test/a.ts'],
});
