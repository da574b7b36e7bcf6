import type { CompanySlug } from '../../core/identifiers/company-slug.ts';
import type { CompanyPending, RunningClock } from '../companies/ports.ts';
import { type Check, okay, problem, warning } from './examine.ts';

/** Shares of a clock, in per cent, at which its event or its documents are late, and nearly too late. */
const LATE = 50;
const NEARLY_TOO_LATE = 80;

const NAMES: Readonly<Record<RunningClock['clock'], string>> = {
  report: 'events to report',
  transmit: 'documents to transmit',
};
const HOURS: Readonly<Record<RunningClock['clock'], number>> = { report: 24, transmit: 72 };

/** Whether documents of a company wait for somebody: those that were put aside, and those with a clock of the law. */
export function examinePending(slug: CompanySlug, pending: CompanyPending, nowMs: number): readonly Check[] {
  return [
    examinePutAside(slug, pending),
    examineNumbers(slug, pending),
    examineContingency(slug, pending, nowMs),
    examineClock(slug, { clock: 'report', pending, nowMs }),
    examineClock(slug, { clock: 'transmit', pending, nowMs }),
  ];
}

function examinePutAside(slug: CompanySlug, { putAside: { documents, numbers } }: CompanyPending): Check {
  const name = `${slug}: put aside`;
  if (documents === 0) return okay(name, 'no document');
  const others = documents > numbers.length ? `, and ${documents - numbers.length} more` : '';
  return problem(
    name,
    `${counted(documents, 'document')} that nobody works on any more: ${numbers.join(', ')}${others}`,
    'Every run over them ended badly: look for document_put_aside in the log, then send them again by their reference.',
  );
}

function examineNumbers(slug: CompanySlug, { takenNumbers: { count, last } }: CompanyPending): Check {
  const name = `${slug}: control numbers`;
  if (last === null) return okay(name, 'none of another system in the last 30 days');
  return warning(
    name,
    `${counted(count, 'number')} of another system in the last 30 days, at last ${last}`,
    'Another system numbers with the same series, and each such number costs a sale 15 minutes: end that, or give one of them another point of sale. "sello numbers" lists them.',
  );
}

function examineContingency(slug: CompanySlug, { contingency }: CompanyPending, nowMs: number): Check {
  const name = `${slug}: contingency`;
  const { documents, sinceMs } = contingency;
  if (documents === 0) return okay(name, 'no document');
  const minutes = Math.max(0, Math.floor((nowMs - (sinceMs ?? nowMs)) / 60_000));
  const since = minutes < 120 ? counted(minutes, 'minute') : counted(Math.floor(minutes / 60), 'hour');
  return warning(
    name,
    `${counted(documents, 'document')} without a verdict of Hacienda’s, the first for ${since}`,
    'They are sent again by themselves: look whether Hacienda can be reached and lets the company sign in.',
  );
}

interface Look {
  readonly clock: RunningClock['clock'];
  readonly pending: CompanyPending;
  readonly nowMs: number;
}

function examineClock(slug: CompanySlug, { clock, pending, nowMs }: Look): Check {
  const name = `${slug}: ${NAMES[clock]}`;
  const running = pending.clocks.filter((one) => one.clock === clock);
  if (running.length === 0) return okay(name, 'none');
  const used = Math.max(...running.map((one) => usedOf(one, nowMs)));
  const documents = running.reduce((total, one) => total + one.documents, 0);
  const message = `${counted(running.length, 'event')} with ${counted(documents, 'document')}; ${used} % of ${HOURS[clock]} hours used`;
  if (used < LATE) return okay(name, message);
  const advice =
    used < 100
      ? 'Look whether Hacienda can be reached, and for contingency_event_rejected and signing_failed in the log.'
      : 'The time that the law gives is over: call Hacienda.';
  return used < NEARLY_TOO_LATE ? warning(name, message, advice) : problem(name, message, advice);
}

/** In whole per cent, and never less than none. */
function usedOf({ startMs, untilMs }: RunningClock, nowMs: number): number {
  return Math.max(0, Math.floor(((nowMs - startMs) / (untilMs - startMs)) * 100));
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
