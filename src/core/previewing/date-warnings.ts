import { creditNoteEnd, lateNoteWarning, ministryCreditNoteEnd } from '../adjusting/windows.ts';
import { fiscalTime } from '../calendar/el-salvador-time.ts';
import { DAY_MS } from '../calendar/spans.ts';
import type { Company, WindowOverrides } from '../company/company.ts';
import type { TipoDte } from '../dte/kinds.ts';
import { generationAt, V2_EXPECTED_MS } from '../dte/kinds.ts';
import { type Warning, warning } from './warning.ts';

/** How long before its end a window is worth a word. */
const WINDOW_NEAR_MS = 7 * DAY_MS;
/** How long before a change of generation it is worth one. */
const CHANGE_NEAR_MS = 30 * DAY_MS;

/** What the company's generation of a type will be soon, or should have become. */
export function generationWarnings(company: Company, tipoDte: TipoDte, nowMs: number): readonly Warning[] {
  const next = company.generations[tipoDte].find(({ fromMs }) => fromMs !== null && fromMs > nowMs);
  const says = (message: string) => [warning('generation_changing', '', message)];
  if (next !== undefined && next.fromMs !== null) {
    if (next.fromMs - nowMs > CHANGE_NEAR_MS) return [];
    return says(`Desde el ${dateOf(next.fromMs)} este tipo se emite en ${next.generation}.`);
  }
  if (generationAt(company, tipoDte, nowMs) === 'v2' || V2_EXPECTED_MS - nowMs > CHANGE_NEAR_MS) return [];
  return says(
    `Se espera de todo emisor la normativa v2 desde el ${dateOf(V2_EXPECTED_MS)}, y la empresa emite este tipo en v1.`,
  );
}

/** What of the windows of a CCF ends soon, or has ended, for a note of this instant. Instants of issue in milliseconds. */
export function noteWindowWarnings(
  { noteMs, ccfMs }: { readonly noteMs: number; readonly ccfMs: number },
  windows: WindowOverrides,
): readonly Warning[] {
  const late = lateNoteWarning(noteMs, ccfMs);
  const ministryEnd = ministryCreditNoteEnd(ccfMs);
  return [
    ...closing(creditNoteEnd(ccfMs, windows), noteMs, 'El plazo para ajustar este CCF'),
    ...(late === null
      ? closing(ministryEnd, noteMs, 'El plazo de Hacienda para notas sobre este CCF')
      : [warning('late_note', 'document_id', late)]),
  ];
}

function closing(endMs: number, nowMs: number, what: string): readonly Warning[] {
  if (endMs - nowMs > WINDOW_NEAR_MS) return [];
  return [warning('window_closing', 'document_id', `${what} termina el ${dateOf(endMs)}.`)];
}

/** `YYYY-MM-DD` in El Salvador. */
function dateOf(instantMs: number): string {
  return fiscalTime(instantMs).fecEmi;
}
