import { printMessages } from '../printer.ts';
import { createDrawing } from './draw-messages.ts';

printMessages(createDrawing());
