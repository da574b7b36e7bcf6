import type { PaperOrder } from '../operations/files/ports.ts';
import { yieldToOthers } from './low-priority.ts';
import type { Printed } from './printer.ts';
import { render } from './render.ts';

yieldToOthers();

process.on('message', async (order: PaperOrder) => {
  process.send?.(await printed(order));
});

async function printed(order: PaperOrder): Promise<Printed> {
  try {
    return { kind: 'printed', bytes: await render(order) };
  } catch (error) {
    return { kind: 'failed', reason: error instanceof Error ? error.message : 'paper cannot be printed' };
  }
}
