import { yieldToOthers } from '../low-priority.ts';
import type { Printed } from '../printer.ts';
import { createDrawing } from './draw-messages.ts';
import type { PageMessage } from './message.ts';

yieldToOthers();
const draw = createDrawing();

process.on('message', (message: PageMessage) => {
  process.send?.(answerTo(message));
});

function answerTo(message: PageMessage): Printed {
  try {
    return { kind: 'printed', bytes: draw(message) };
  } catch (error) {
    return { kind: 'failed', reason: error instanceof Error ? error.message : 'pages cannot be drawn' };
  }
}
