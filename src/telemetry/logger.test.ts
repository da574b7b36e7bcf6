import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';

/** A device that takes no byte, as a full disk does. */
const FULL = '/dev/full';

/** A program that begins as ours does and runs this with a `logger`. */
function logging(code: string, stderr: 'pipe' | number) {
  const start = `import { createLogger } from ${JSON.stringify(import.meta.resolve('./logger.ts'))};
    for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
    const logger = createLogger('info');`;
  const args = ['--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', start + code];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', stderr], timeout: 10_000 });
  return { child, ended: once(child, 'exit') };
}

describe('the log', () => {
  it.skipIf(!existsSync(FULL))('ends no process and keeps none when its disk is full', async () => {
    const full = openSync(FULL, 'w');
    const { ended } = logging(
      `for (let line = 0; line < 3; line += 1) {
        logger.info({ line });
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      process.exit(3);`,
      full,
    );
    closeSync(full);
    expect(await ended).toEqual([3, null]);
  });

  it('ends no process and keeps none when its reader has gone', async () => {
    const { child, ended } = logging(
      `for (let line = 0; line < 30; line += 1) logger.info({ line });
      setTimeout(() => { logger.info({}); process.exit(3); }, 200);`,
      'pipe',
    );
    child.stderr?.destroy();
    expect(await ended).toEqual([3, null]);
  });

  it('keeps its order and every line for a reader that is slow, to the end of the process', async () => {
    const { child, ended } = logging(
      `for (let line = 0; line < 5000; line += 1) logger.info({ line, text: 'x'.repeat(50) });
      setTimeout(() => { logger.info({ line: 5000 }); process.exit(3); }, 400);`,
      'pipe',
    );
    await once(child, 'spawn');
    await sleep(600);
    const [said] = await Promise.all([child.stderr === null ? '' : text(child.stderr), ended]);
    const lines = said.trim().split('\n');
    expect(lines.map((line) => JSON.parse(line).line)).toEqual(Array.from({ length: 5_001 }, (_, n) => n));
  });

  it('counts what is lost while nobody takes a line', async () => {
    const { child, ended } = logging(
      `const { logLinesTo } = await import(${JSON.stringify(import.meta.resolve('./log-lines.ts'))});
      const few = logLinesTo(2, 1_000);
      for (let line = 0; line < 60; line += 1) few.write('{"line":' + line + '}'.padEnd(100) + '\\n');
      setTimeout(() => process.exit(3), 50);`,
      'pipe',
    );
    const [said] = await Promise.all([child.stderr === null ? '' : text(child.stderr), ended]);
    const lines = said.trim().split('\n');
    const last = JSON.parse(lines.at(-1) ?? '{}');
    expect(last).toEqual({ level: 40, time: expect.any(String), event: 'log_lines_lost', lines: 50 });
    expect(lines.length - 1 + last.lines).toBe(60);
  });
});
