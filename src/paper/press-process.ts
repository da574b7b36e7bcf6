import { printMessages } from './printer.ts';
import { render } from './render.ts';

printMessages(render);
