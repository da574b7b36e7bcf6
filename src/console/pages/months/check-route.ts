import type { FastifyReply } from 'fastify';
import { fiscalTime } from '../../../core/calendar/el-salvador-time.ts';
import type { Annex, Finding } from '../../../core/declaring/annex.ts';
import { centsCell } from '../../../core/declaring/cents.ts';
import { type CheckedFile, FileCheck, WholeFileCheck } from '../../../core/declaring/check-file.ts';
import { linesOfText } from '../../../core/declaring/file-lines.ts';
import {
  type Period,
  parsePeriod,
  periodOf,
  periodText,
  periodWords,
  previousPeriod,
} from '../../../core/declaring/period.ts';
import type { Told } from '../../../core/declaring/told-findings.ts';
import { alertOf, choiceField } from '../../fields.ts';
import type { Fields } from '../../form.ts';
import { html, type Markup } from '../../html.ts';
import { companyLayout, csrfField } from '../../layout.ts';
import type { Answer, CompanyPage } from '../../page.ts';
import type { ConsoleParts } from '../../parts.ts';
import { inTurns, nextTurn } from '../../turns.ts';
import { fileIn, type PostedFile } from '../../upload.ts';
import { addressIn, type CompanyVisit } from '../../visit.ts';
import { countedOf, countOf, moneyOf } from '../../words.ts';
import { criteriaIn, NEGATIVE_NOTES } from './criteria.ts';

/** Months that the form offers: two years. */
const OFFERED = 24;

const MEGABYTE = 1_000_000;
const MOST_MEGABYTES = 16;

/** What a page takes: a file of 60,000 rows of annex 1 is smaller. */
const CHECK_LIMITS = {
  bytes: MOST_MEGABYTES * MEGABYTE,
  /** Faults that are told, and remarks; the others are counted. */
  told: 100,
  refusal: `El archivo pasa de ${MOST_MEGABYTES} MB y no se revisó. Pártalo por filas, o pida a quien administra Sello que lo revise con la orden "sello f07 check".`,
} as const;

/**
 * `/app/e/:slug/meses/revisar`: a file of an annex, ours or another program's, held against what the portal takes. It is
 * read while it comes, and nothing of it is kept.
 */
export const FILE_CHECK: CompanyPage = {
  path: '/meses/revisar',
  access: 'export',
  get: (parts, visit) => checkPage(visit, askedIn(parts, visit.query)),
  refill: (parts, visit) => checkPage(visit, askedIn(parts, visit.form)),
  post: answered,
};

/** What a file is held against, and the months that are offered. */
function askedIn({ clock }: ConsoleParts, fields: Fields) {
  const current = periodOf(fiscalTime(clock.now()).fecEmi);
  const months: Period[] = [current];
  while (months.length < OFFERED) months.push(previousPeriod(months.at(-1) ?? current));
  const period = parsePeriod(fields.one('mes')) ?? previousPeriod(current);
  return { months, period, notesAreNegative: criteriaIn(fields).notesAreNegative };
}

type AskedCheck = ReturnType<typeof askedIn>;

async function answered(parts: ConsoleParts, visit: CompanyVisit, reply: FastifyReply): Promise<Answer> {
  const asked = askedIn(parts, visit.form);
  const refused = (status: number, problem: string): Answer => ({
    status,
    page: checkPage(visit, asked, { problem }),
  });
  const answer = await parts.desk.exportSlots.during(visit.companyId, async () => {
    const file = fileIn(reply.request);
    const [text = ''] = visit.form.all('texto');
    if (file === null && text.trim() === '') return refused(422, 'Elija un archivo o pegue sus filas.');
    const checked = await (file === null ? checkText(text, asked) : checkPieces(visit, file, asked));
    return checked === null ? refused(413, CHECK_LIMITS.refusal) : checkPage(visit, asked, { checked });
  });
  return answer ?? 'busy';
}

/** A file, or rows that were pasted and have no name. */
interface NamedCheck {
  readonly name: string;
  readonly checked: CheckedFile;
}

async function checkText(text: string, declared: AskedCheck): Promise<NamedCheck> {
  const check = new FileCheck(declared, CHECK_LIMITS.told);
  await inTurns(linesOfText(text), (line) => check.add(line));
  return { name: '', checked: check.result() };
}

/** Null where the file is larger than a page takes. Others have the visit's place while the network is waited for. */
async function checkPieces({ place }: CompanyVisit, { name, pieces }: PostedFile, declared: AskedCheck) {
  const check = new WholeFileCheck(name, { declared, limit: CHECK_LIMITS.told });
  return place.outside(async (): Promise<NamedCheck | null> => {
    let bytes = 0;
    for await (const piece of pieces) {
      bytes += piece.length;
      if (bytes > CHECK_LIMITS.bytes) return null;
      await inTurns(slicesOf(piece), (slice) => check.add(slice));
      await nextTurn();
    }
    return { name, checked: check.result() };
  });
}

/** As much of a file as is checked at once: some 400 rows. */
const SLICE_BYTES = 8 * 1024;

function* slicesOf(piece: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < piece.length; at += SLICE_BYTES) yield piece.subarray(at, at + SLICE_BYTES);
}

/** The form for a file, and what the portal would say about the one that was posted. */
function checkPage(
  visit: CompanyVisit,
  asked: AskedCheck,
  { problem, checked }: { readonly problem?: string; readonly checked?: NamedCheck } = {},
): Markup {
  const body = html`${alertOf(problem ?? null)}
${checked !== undefined && foundSection(checked)}
<section class="card"><h2>${checked === undefined ? 'El archivo' : 'Otro archivo'}</h2>
<p>Un archivo de los anexos 1, 2, 5 o 9, de los anulados o del F-14, de Sello o de otro programa: se lee como lo leería el portal. Nada de él se guarda.</p>
${checkForm(visit, asked)}</section>`;
  const above = ['Meses', '/meses'] as const;
  return companyLayout(visit, { title: 'Revisar un archivo', above, body, active: 'months' });
}

function checkForm(visit: CompanyVisit, { period, months, notesAreNegative }: AskedCheck): Markup {
  const [text = ''] = visit.form.all('texto');
  const options = months.map((one) => [periodText(one), periodWords(one)] as const);
  return html`<form method="post" enctype="multipart/form-data" action="${addressIn(visit, '/meses/revisar')}">${csrfField(visit.csrf)}
${choiceField({ name: 'mes', label: 'Mes que se declara', value: periodText(period), options })}
<label class="check"><input type="checkbox" name="${NEGATIVE_NOTES.name}" value="${NEGATIVE_NOTES.value}"${notesAreNegative && html` checked`}> Las notas de crédito van en negativo</label>
<div class="field"><label for="archivo">Archivo</label><input id="archivo" name="archivo" type="file" accept=".csv,.txt,text/csv" aria-describedby="archivo-hint">
<p class="hint" id="archivo-hint">Hasta ${MOST_MEGABYTES} MB.</p></div>
<details${text !== '' && html` open`}><summary>Pegar filas en vez de elegir un archivo</summary>
<div class="field"><label for="texto">Filas</label><textarea id="texto" name="texto" spellcheck="false" aria-describedby="texto-hint">
${text}</textarea>
<p class="hint" id="texto-hint">Hasta 200 kB. Así no se revisan el nombre del archivo ni su codificación.</p></div></details>
<p class="actions"><button>Revisar</button></p></form>`;
}

function foundSection({ name, checked }: NamedCheck): Markup {
  return html`<section class="card" aria-labelledby="found"><h2 id="found">${name === '' ? 'Las filas pegadas' : html`<bdi>${shortened(name)}</bdi>`}</h2>
${checked.annex === null ? checked.faults.told.map(({ message }) => html`<p class="alert" role="status">${message}.</p>`) : foundIn(checked.annex, checked)}</section>`;
}

function foundIn({ title }: Annex, checked: CheckedFile): Markup {
  const { rows, faults, remarks } = checked;
  return html`<p>${title}: ${countedOf(rows, 'fila', 'filas')}.</p>
<p class="${faults.count === 0 ? 'done' : 'alert'}" role="status">${verdictOf(checked)}</p>
${toldList(faults)}
${remarks.count > 0 && html`<h3>Para revisar</h3><p class="small">El manual lo dice de otro modo, y no se sabe que el portal lo rechace.</p>${toldList(remarks)}`}
${sumsTable(checked)}`;
}

function verdictOf({ faults, remarks }: CheckedFile): string {
  if (faults.count > 0) return `Hay que corregir: ${countedOf(faults.count, 'falta', 'faltas')}.`;
  return remarks.count === 0
    ? 'El portal debería tomarlo: no se encontró nada que corregir.'
    : 'No se encontró nada que el portal rechace, y sí algo que revisar.';
}

/** Names of files may be as long as whoever made them wants. */
const SHOWN_NAME = 80;

function shortened(name: string): string {
  const characters = [...name];
  return characters.length > SHOWN_NAME ? `${characters.slice(0, SHOWN_NAME).join('')}…` : name;
}

function toldList({ told, repeated, count }: Told): Markup | false {
  const more = repeated.reduce((rest, { more: those }) => rest - those, count - told.length);
  return (
    count > 0 &&
    html`<ul class="rows">${told.map(({ line, ...finding }) => findingRow(line === 0 ? 'El archivo' : `Fila ${countOf(line)}`, finding))}
${repeated.map(({ more: those, lastLine, ...finding }) => findingRow(`Y ${countOf(those)} más, hasta la fila ${countOf(lastLine)}`, finding))}</ul>
${more > 0 && html`<p class="small">Y otras ${countOf(more)}: corrija estas y revíselo otra vez.</p>`}`
  );
}

function findingRow(place: string, { column, field, message }: Finding): Markup {
  return html`<li><div><strong>${place}</strong>${column !== null && html`, columna ${column} (${field})`}
<span class="small">${message}</span></div></li>`;
}

function sumsTable({ annex, sums, unsummed }: CheckedFile): Markup {
  const amounts = (annex?.columns ?? []).filter(({ isAmount }) => isAmount);
  const summed = sums.map((cents, index) => ({ field: amounts[index]?.field ?? '', cents }));
  const left = `${countedOf(unsummed, 'fila tiene', 'filas tienen')} otra cantidad de columnas y no ${unsummed === 1 ? 'está' : 'están'} en ninguna suma.`;
  return html`${unsummed > 0 && html`<p class="alert">${left}</p>`}
${
  summed.length > 0 &&
  html`<h3>Sumas</h3>
<table class="cards"><caption class="hidden-words">Lo que suma cada columna</caption><thead><tr><th scope="col">Columna</th><th scope="col" class="num">Suma</th></tr></thead>
<tbody>${summed.map(({ field, cents }) => html`<tr><th scope="row">${field}</th><td class="num" data-label="Suma">${moneyOf(centsCell(cents))}</td></tr>`)}</tbody></table>`
}`;
}
