import { parseArgs } from 'node:util';
import type { SimulatorOptions } from './server.ts';
import { readDemands, USUAL_DEMANDS } from './state/demands.ts';

export const USAGE =
  'usage: node simulator/main.ts --state-file FILE [--port N] [--host ADDRESS] [--dates lenient|strict] [--lote-ms N] [--related checked|trusted] [--events seen|v1|v2|any] [--anonymous any|36|37] [--rejected unknown|repeated]';

export type CommandLine =
  | { readonly kind: 'options'; readonly options: SimulatorOptions }
  | { readonly kind: 'problem'; readonly problem: string };

const OPTIONS = {
  'state-file': { type: 'string' },
  port: { type: 'string', default: '0' },
  host: { type: 'string', default: '127.0.0.1' },
  dates: { type: 'string', default: 'lenient' },
  'lote-ms': { type: 'string', default: '500' },
  related: { type: 'string', default: 'checked' },
  events: { type: 'string', default: USUAL_DEMANDS.events },
  anonymous: { type: 'string', default: USUAL_DEMANDS.anonymous },
  rejected: { type: 'string', default: USUAL_DEMANDS.rejected },
} as const;

/** Reads the arguments of the simulator's own program. */
export function readCommandLine(args: readonly string[]): CommandLine {
  try {
    const { values } = parseArgs({ args: [...args], options: OPTIONS });
    const { 'state-file': stateFile, host, dates, related, events, anonymous, rejected } = values;
    const port = Number(values.port);
    if (stateFile === undefined) return problem('--state-file is needed');
    if (!/^\d{1,5}$/.test(values.port) || port > 65_535) return problem(`${values.port} is not a port`);
    if (dates !== 'lenient' && dates !== 'strict') return problem('--dates is lenient or strict');
    if (related !== 'checked' && related !== 'trusted') return problem('--related is checked or trusted');
    const loteMs = Number(values['lote-ms']);
    if (!/^\d{1,8}$/.test(values['lote-ms'])) return problem('--lote-ms is a number of milliseconds');
    const demands = readDemands({ events, anonymous, rejected }, USUAL_DEMANDS);
    if (demands.kind === 'problem') return problem(`--${demands.problem}`);
    return {
      kind: 'options',
      options: { stateFile, host, port, dates, related, demands: demands.value, loteMs },
    };
  } catch (error) {
    return problem(error instanceof Error ? error.message : String(error));
  }
}

function problem(text: string): CommandLine {
  return { kind: 'problem', problem: text };
}

/** One sentence for a start that failed. */
export function startProblem(error: unknown, options: SimulatorOptions): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? String(error.code) : null;
  const listening = 'syscall' in error && ['listen', 'getaddrinfo'].includes(String(error.syscall));
  if (code === null) return error.message;
  if (!listening) return `the state file ${options.stateFile} cannot be used (${code})`;
  const place = `${options.host}:${options.port}`;
  if (code === 'EADDRINUSE') return `${place} is already in use by another program`;
  return `${place} cannot be listened on (${code})`;
}
