import { localDayStartMs, toLocalIso } from '../../core/calendar/el-salvador-time.ts';
import { DAY_MS } from '../../core/calendar/spans.ts';
import type { Company } from '../../core/company/company.ts';
import { EVENTS, generationAt, TIPOS_DTE, VERSIONED, type Versioned } from '../../core/dte/kinds.ts';
import type { CompanySlug } from '../../core/identifiers/company-slug.ts';
import { totalOf } from '../../core/rehearsing/report.ts';
import { type Check, okay, warning } from '../installation/examine.ts';
import type { Rehearsal } from './ports.ts';

/** Specification 9.1: before this day every company is to be migrated. A company may have another one in its file. */
export const V2_DEADLINE = '2026-12-01';

/** How a company's documents and events stand before the change to v2. The day that is expected only warns. */
export function examineGeneration(company: Company, rehearsal: Rehearsal | null, nowMs: number): Check {
  const { slug, generations } = company;
  const name = `${slug}: v2`;
  const deadline = company.generationDeadline ?? V2_DEADLINE;
  const staysInV1 = (one: Versioned) => generations[one].at(-1)?.generation !== 'v2';
  const left = TIPOS_DTE.filter(staysInV1);
  if (left.length > 0) {
    const all = [`types ${left.join(', ')}`, ...(staysInV1(EVENTS) ? ['events'] : [])].join(' and ');
    const standing = `${all} stay in v1; ${daysText(deadline, nowMs)}; ${rehearsedText(rehearsal)}`;
    return warning(name, standing, adviceFor(slug, rehearsal));
  }
  if (staysInV1(EVENTS))
    return warning(name, `events stay in v1; ${daysText(deadline, nowMs)}`, EVENTS_ADVICE);
  if (VERSIONED.every((one) => generationAt(company, one, nowMs) === 'v2'))
    return okay(name, 'all types are issued in v2');
  const lastMs = Math.max(...VERSIONED.map((one) => generations[one].at(-1)?.fromMs ?? 0));
  const change = `the last of them changes to v2 at ${toLocalIso(lastMs)}`;
  return lastMs <= localDayStartMs(deadline)
    ? okay(name, change)
    : warning(name, `${change}; ${daysText(deadline, nowMs)}`, 'Set an earlier date in schema_generation.');
}

const EVENTS_ADVICE = 'Take events out of schema_generation, or set them to v2.';

function daysText(deadline: string, nowMs: number): string {
  const days = Math.ceil((localDayStartMs(deadline) - nowMs) / DAY_MS);
  if (days <= 0) return `v2 has been expected since ${deadline}`;
  return `${days} ${days === 1 ? 'day' : 'days'} left to ${deadline}`;
}

function rehearsedText(rehearsal: Rehearsal | null): string {
  if (rehearsal === null) return 'not rehearsed';
  const { fit, repaired, impossible } = totalOf(rehearsal.report);
  const when = toLocalIso(rehearsal.requestedMs).slice(0, 10);
  return `rehearsed on ${when}: ${fit} fit, ${repaired} by a default, ${impossible} impossible`;
}

function adviceFor(slug: CompanySlug, rehearsal: Rehearsal | null): string {
  if (rehearsal === null) return `Run "sello rehearse ${slug}".`;
  return totalOf(rehearsal.report).impossible > 0
    ? `Run "sello rehearse ${slug}" to see why, repair it and rehearse again.`
    : 'Set schema_generation to v2 in the company file.';
}
