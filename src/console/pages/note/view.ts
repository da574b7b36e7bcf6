import { quantityText } from '../../../core/money/amount-text.ts';
import type { WarningCode } from '../../../core/previewing/warning.ts';
import type { Problem } from '../../../core/refusals/refusal.ts';
import type { AdjustableLine, AdjustableLines } from '../../../operations/credit-notes/adjustable-lines.ts';
import type { NotePreview } from '../../../operations/credit-notes/preview-credit-note.ts';
import { shortNumber } from '../../document-words.ts';
import { inWords } from '../../field-words.ts';
import { alertOf, hiddenFields } from '../../fields.ts';
import { html, type Markup } from '../../html.ts';
import { companyLayout, csrfField } from '../../layout.ts';
import { sheetView } from '../../paper.ts';
import { addressIn, type CompanyVisit } from '../../visit.ts';
import { dayOf, momentOf, moneyOf } from '../../words.ts';
import { chosenIn, fieldsOf, type NoteForm, quantityField } from './form.ts';

/** A note that somebody makes. */
interface Noting {
  readonly ccf: AdjustableLines;
  readonly form: NoteForm;
  readonly problems?: readonly Problem[];
  readonly detail?: string | null;
}

/** Asks which lines of a CCF are given back, and how much of each. */
export function notePage(visit: CompanyVisit, noting: Noting): Markup {
  const { ccf, form, problems = [], detail = null } = noting;
  const { note } = ccf.choices;
  if (note === null || !note.isOpen)
    return pageOf(visit, ccf, html`${alertOf(detail)}<p class="caution">${whyClosed(ccf)}</p>`);
  const here = addressIn(visit, `/documentos/${ccf.view.record.documentId}`);
  return pageOf(
    visit,
    ccf,
    html`${alertOf(detail)}
<p class="notice">Admite notas de crédito hasta el <strong>${dayOf(note.untilMs)}</strong>; quedan <strong>${moneyOf(note.left)}</strong> por ajustar.</p>
<form class="card" method="post" action="${here}/nota">${csrfField(visit.csrf)}<input type="hidden" name="external_ref" value="${form.externalRef}">
<fieldset><legend>Qué se devuelve</legend>
<label class="check"><input type="radio" name="modo" value="lineas"${!form.isWhole && html` checked`}> Solo lo que se anote en la tabla: el CCF sigue vigente</label>
<label class="check"><input type="radio" name="modo" value="todo"${form.isWhole && html` checked`}> Todo: el CCF queda ajustado por completo</label>
</fieldset>
<table class="cards"><caption>Cantidad que se devuelve de cada línea, como 2, 1.5 o 1,5</caption><thead><tr><th scope="col">Línea</th><th scope="col" class="num">Se puede devolver</th><th scope="col" class="num">Precio con IVA</th><th scope="col">Se devuelve</th></tr></thead>
<tbody>${ccf.lines.map((line, index) => lineRow(line, index, { form, problems }))}</tbody></table>
${ccf.ofNoLine !== null && html`<p class="hint">Otras notas ajustan ${moneyOf(ccf.ofNoLine)} sin decir de qué líneas: la tabla no las descuenta.</p>`}
<div class="field"><label for="observations">Observaciones <span class="optional">(opcional)</span></label><textarea id="observations" name="observations" maxlength="3000">${form.observations}</textarea></div>
<p class="actions"><button name="paso" value="revisar">Revisar la nota</button><a href="${here}">Volver al documento</a></p>
</form>`,
  );
}

function lineRow(
  line: AdjustableLine,
  index: number,
  { form, problems }: Required<Pick<Noting, 'form' | 'problems'>>,
): Markup {
  const name = quantityField(index);
  // The lines of the body are those that were chosen, in their order.
  const place = chosenIn(form).indexOf(index);
  const problem = problems.find(({ path }) => place >= 0 && path.startsWith(`lines[${place}]`))?.message;
  const typed = form.quantities[index] ?? '';
  const described = problem !== undefined && html` aria-invalid="true" aria-describedby="${name}-problem"`;
  const asked = html`<label class="hidden-words" for="${name}">Cantidad que se devuelve de ${line.description}</label><input class="short" id="${name}" name="${name}" value="${typed}" inputmode="decimal" autocomplete="off" maxlength="20"${described}>`;
  const isGone = line.left === '0' && typed === '';
  return html`<tr><td class="lead"><bdi>${line.description}</bdi>${line.code !== null && html` <span class="code">${line.code}</span>`}</td>
<td class="num" data-label="Se puede devolver">${leftOf(line)}</td><td class="num" data-label="Precio con IVA">${moneyOf(String(line.unitPrice))}</td>
<td data-label="Se devuelve"><div>${isGone ? 'Ya devuelta' : asked}${problem !== undefined && html`<p class="problem" id="${name}-problem">${problem}</p>`}</div></td></tr>`;
}

/** How much of a line is left, and of how much where notes took some. */
function leftOf({ left, quantity }: AdjustableLine): string {
  const sold = quantityText(String(quantity));
  const rest = quantityText(left);
  return rest === sold ? sold : `${rest} de ${sold}`;
}

function whyClosed({ choices: { note } }: AdjustableLines): string {
  if (note === null) return 'Este documento no admite notas de crédito.';
  if (Number(note.left) === 0) return 'Las notas de crédito ya lo ajustaron por completo.';
  if (note.isCancelled) return 'Este documento ya está anulado.';
  return `El plazo para notas de crédito terminó el ${momentOf(note.untilMs)}.`;
}

/** What the lines have of their CCF, so that nobody can say otherwise here. */
const OF_THE_CCF: readonly WarningCode[] = ['unit_unlisted'];

/** The last look before a note is issued. */
export function noteConfirmPage(
  visit: CompanyVisit,
  { ccf, form }: Pick<Noting, 'ccf' | 'form'>,
  preview: NotePreview,
): Markup {
  const here = addressIn(visit, `/documentos/${ccf.view.record.documentId}`);
  const { summary } = preview.draft;
  const picture = `${here}/nota/vista.pdf`;
  return pageOf(
    visit,
    ccf,
    html`<section class="card" aria-labelledby="sure"><h2 id="sure">Nota de crédito por ${moneyOf(summary.amountGross)}</h2>
<dl class="facts"><dt>Gravado</dt><dd>${moneyOf(summary.amountTaxable)}</dd><dt>IVA</dt><dd>${moneyOf(summary.amountVat)}</dd><dt>Del CCF quedarán</dt><dd>${moneyOf(preview.ccfRemaining)}</dd></dl>
${preview.warnings.filter(({ code }) => !OF_THE_CCF.includes(code)).map(({ message }) => html`<p class="caution">${inWords(message)}</p>`)}
<p class="caution"><strong>No se puede deshacer:</strong> la nota toma un número y se envía a Hacienda en el momento. Si hay un error, después habrá que anular la nota.${form.isWhole && ' El CCF queda ajustado por completo.'}</p>
<form method="post" action="${here}/nota">${csrfField(visit.csrf)}${hiddenFields(fieldsOf(form))}
<p class="actions"><button class="danger" name="paso" value="emitir">Emitir la nota</button><a class="button secondary" href="${here}/nota">Cambiar</a><a href="${here}">No emitir</a></p>
</form></section>
<section class="card" aria-labelledby="paper"><h2 id="paper">Así quedará</h2><p class="small"><a href="${picture}" target="_blank" rel="noopener">Abrir la vista previa</a></p>${sheetView(picture, 'Vista previa de la nota de crédito')}</section>`,
  );
}

function pageOf(visit: CompanyVisit, { view: { record } }: AdjustableLines, inside: Markup): Markup {
  const { documentId, numeroControl, summary, postedMs } = record;
  const name = `CCF ${shortNumber(numeroControl)}`;
  const body = html`<p class="small"><a href="${addressIn(visit, `/documentos/${documentId}`)}">${name}</a></p>
<h1>Nota de crédito</h1>
<p>Sobre el ${name} de <bdi>${summary.customerName}</bdi>, ${momentOf(postedMs)}, por <strong>${moneyOf(summary.amountGross)}</strong></p>
${inside}`;
  return companyLayout(visit, { title: `Nota de crédito sobre ${name}`, body, active: 'documents' });
}
