import { type LevelWithSilent, type Logger, pino } from 'pino';
import { logLinesTo } from './log-lines.ts';

const STANDARD_ERROR = logLinesTo(2);

/** JSON lines on standard error; what is logged is chosen field by field, never a whole request or document. */
export function createLogger(level: LevelWithSilent): Logger {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, STANDARD_ERROR);
}
