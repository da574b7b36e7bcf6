import { typeOf } from '../../../core/dte/kinds.ts';
import { membersAt, readOfficial, textAt } from '../../../core/dte/official-json.ts';
import type { Problem } from '../../../core/refusals/refusal.ts';
import type { DocumentChoices } from '../../../operations/adjusting/document-choices.ts';
import type { DocumentView } from '../../../operations/documents/reading-ports.ts';
import type { FormFields } from '../../../operations/forms/ports.ts';
import type { CancellationPreview } from '../../../operations/invalidations/preview-cancellation.ts';
import { nameOf, shortNumber, shortTitle } from '../../document-words.ts';
import {
  alertOf,
  choiceField,
  hiddenFields,
  type Option,
  optionsFrom,
  problemOf,
  textField,
} from '../../fields.ts';
import { html, type Markup } from '../../html.ts';
import { companyLayout, csrfField } from '../../layout.ts';
import { sheetView } from '../../paper.ts';
import { addressIn, type CompanyVisit } from '../../visit.ts';
import { dayOf, momentOf, moneyOf } from '../../words.ts';
import { DOCUMENT_TYPES } from '../issue/specs.ts';
import { CANCEL_FIELDS, type CancelField, textIn } from './form.ts';

/** A document that is about to be cancelled. */
interface Cancelling {
  readonly view: DocumentView;
  readonly choices: DocumentChoices;
  readonly form: FormFields;
  /** Documents of the same type that may take its place, the newest first. */
  readonly replacements: readonly DocumentView[];
  readonly problems: readonly Problem[];
  /** What is in the way, besides the fields; null for nothing. */
  readonly detail: string | null;
}

const TYPES = optionsFrom({ 1: 'Error en el documento', 2: 'Se deshizo la operación', 3: 'Otro motivo' });

/** Asks why a document is cancelled and who says so, or says why it cannot be. */
export function cancelPage(visit: CompanyVisit, cancelling: Cancelling): Markup {
  const { view, choices, detail, problems } = cancelling;
  const { kind, directUntilMs } = choices.cancel;
  const isOpen = kind === 'direct' || kind === 'resume';
  const until = directUntilMs === null ? '' : momentOf(directUntilMs);
  return pageOf(
    visit,
    view,
    html`${alertOf(detail ?? (problems.length > 0 ? 'Revise lo que está marcado.' : null))}
${kind === 'direct' && html`<p class="notice">Este documento se puede anular hasta el <strong>${until}</strong>.</p>`}
${kind === 'resume' && html`<p class="notice">Su anulación ya se pidió y Hacienda no la ha contestado. Puede intentarlo de nuevo con los mismos datos.</p>`}
${!isOpen && html`<p class="caution">${CLOSED[kind] ?? 'Este documento no se puede anular.'}</p>`}
${otherWays(visit, cancelling)}
${isOpen && formOf(visit, cancelling)}`,
  );
}

/** Why a document cannot be cancelled by an event. */
const CLOSED: Readonly<Record<string, string>> = {
  not_stamped: 'Todavía no tiene sello de Hacienda: no hay nada que anular.',
  done: 'Este documento ya está anulado.',
  noted: 'Una nota de crédito ya lo anuló por completo.',
  has_notes: 'Tiene notas de crédito vigentes: anúlelas antes de anular el documento.',
  too_late: 'El plazo para anularlo terminó.',
};

/** What else may be done, each until when. */
function otherWays(visit: CompanyVisit, { view, choices: { note } }: Cancelling): Markup {
  if (note === null || !note.isOpen) return html``;
  const address = addressIn(visit, `/documentos/${view.record.documentId}/nota`);
  return html`<p class="notice">¿Solo se devuelve una parte? Una <a href="${address}">nota de crédito</a> lo ajusta y el documento sigue vigente. Se puede hasta el ${dayOf(note.untilMs)}; quedan ${moneyOf(note.left)}.</p>`;
}

function formOf(visit: CompanyVisit, { view, form, problems, replacements }: Cancelling): Markup {
  const field = (name: CancelField) => ({
    name,
    value: textIn(form, name),
    problem: problemOf(problems, name),
  });
  const person = (
    who: 'responsible' | 'requester',
    legend: string,
  ) => html`<fieldset><legend>${legend}</legend>
${problemOf(problems, who) !== undefined && html`<p class="problem">${problemOf(problems, who)}</p>`}
<div class="fields">
${textField({ ...field(`${who}.name`), label: 'Nombre', longest: 100 })}
${choiceField({ ...field(`${who}.document_type`), label: 'Documento', options: DOCUMENT_TYPES })}
${textField({ ...field(`${who}.document_number`), label: 'Número', longest: 40 })}
</div></fieldset>`;
  const offered = replacements.map(({ record: { documentId, summary, ...record } }): Option => {
    const name = `${shortTitle(record.tipoDte)} ${shortNumber(record.numeroControl)}`;
    const sale = `${summary.customerName} · ${moneyOf(summary.amountTotal)} · ${momentOf(record.postedMs)}`;
    return [documentId, `${name} · ${sale}`];
  });
  return html`<form class="card" method="post" action="${addressIn(visit, `/documentos/${view.record.documentId}/anular`)}">${csrfField(visit.csrf)}
${choiceField({ ...field('type'), label: 'Motivo', options: TYPES })}
${textField({ ...field('reason'), label: 'Explique el motivo', longest: 200, isOptional: true, hint: 'De 5 a 200 caracteres. Obligatorio con «Otro motivo».' })}
${
  typeOf(view.record.tipoDte).movement !== 'return' &&
  html`<fieldset><legend>El documento que lo reemplaza</legend>
<p class="hint">Hace falta con «Error en el documento» y con «Otro motivo». Emita antes el documento correcto: tiene que estar sellado.</p>
${choiceField({ ...field('replacement_document_id'), label: 'Uno de los últimos', isOptional: true, options: [['', 'Ninguno'], ...offered] })}
${textField({ ...field('other_replacement'), label: 'U otro, por su referencia', isOptional: true, longest: 100 })}
</fieldset>`
}
${person('responsible', 'Quien responde por la anulación')}
${person('requester', 'Quien la solicita')}
<p class="actions"><button name="paso" value="revisar">Revisar antes de anular</button><a href="${addressIn(visit, `/documentos/${view.record.documentId}`)}">Volver al documento</a></p>
</form>`;
}

/** The last look before a document is cancelled. */
export function confirmPage(
  visit: CompanyVisit,
  cancelling: Pick<Cancelling, 'view' | 'form'> & {
    /** The document that takes its place; null for none. */
    readonly replacement: DocumentView | null;
  },
  preview: Exclude<CancellationPreview, { readonly kind: 'none' }>,
): Markup {
  const { view, form, replacement } = cancelling;
  const { record } = view;
  const here = addressIn(visit, `/documentos/${record.documentId}`);
  const isNote = preview.kind === 'note';
  const question = isNote
    ? `El plazo para anularlo terminó. Se emitirá una nota de crédito por todo: ${moneyOf(record.summary.amountGross)}.`
    : `${nameOf(record)} de ${record.summary.customerName}, por ${moneyOf(record.summary.amountTotal)}`;
  return pageOf(
    visit,
    view,
    html`<section class="card" aria-labelledby="sure"><h2 id="sure">¿Lo anula?</h2>
<p>${question}</p>
${preview.kind === 'event' && toldOf(preview.text, replacement)}
<p class="caution"><strong>No se puede deshacer.</strong> Hacienda recibe ${isNote ? 'la nota' : 'el evento'} en el momento${typeOf(record.tipoDte).isBetweenTaxpayers && ' y el cliente pierde el crédito fiscal'}; el número no se vuelve a usar.</p>
<form method="post" action="${here}/anular">${csrfField(visit.csrf)}
${hiddenFields(CANCEL_FIELDS.map((name) => [name, textIn(form, name)]))}
<p class="actions"><button class="danger" name="paso" value="anular">Anular definitivamente</button>${!isNote && html`<a class="button secondary" href="${here}/anular">Cambiar los datos</a>`}<a href="${here}">No anular</a></p>
</form></section>
<section class="card" aria-labelledby="paper"><h2 id="paper">Así quedará</h2>
<p class="small"><a href="${here}/anular/vista.pdf" target="_blank" rel="noopener">Abrir la vista previa</a></p>
${sheetView(`${here}/anular/vista.pdf`, 'Vista previa de la anulación')}</section>`,
  );
}

/** Why it is cancelled and who says so, as the authority will read it. */
function toldOf(event: string, replacement: DocumentView | null): Markup {
  const motivo = membersAt(readOfficial(event), 'motivo');
  const type = labelIn(TYPES, textAt(motivo, 'tipoAnulacion'));
  const reason = textAt(motivo, 'motivoAnulacion');
  const person = (name: string, kind: string, number: string) => {
    const document = labelIn(DOCUMENT_TYPES, textAt(motivo, kind));
    return html`<bdi>${textAt(motivo, name)}</bdi>, ${document} <bdi>${textAt(motivo, number)}</bdi>`;
  };
  return html`<dl class="facts"><dt>Motivo</dt><dd>${type}</dd>
${reason !== null && html`<dt>Explicación</dt><dd><bdi>${reason}</bdi></dd>`}
${replacement !== null && html`<dt>Lo reemplaza</dt><dd>${shortTitle(replacement.record.tipoDte)} <span class="code">${shortNumber(replacement.record.numeroControl)}</span> de <bdi>${replacement.record.summary.customerName}</bdi>, ${moneyOf(replacement.record.summary.amountTotal)}</dd>`}
<dt>Responde</dt><dd>${person('nombreResponsable', 'tipDocResponsable', 'numDocResponsable')}</dd>
<dt>Solicita</dt><dd>${person('nombreSolicita', 'tipDocSolicita', 'numDocSolicita')}</dd></dl>`;
}

function labelIn(options: readonly Option[], wanted: string | null): string | undefined {
  return options.find(([value]) => value === wanted)?.[1];
}

function pageOf(visit: CompanyVisit, { record }: DocumentView, inside: Markup): Markup {
  const { documentId, summary, postedMs } = record;
  const body = html`<p class="small"><a href="${addressIn(visit, `/documentos/${documentId}`)}">${nameOf(record)}</a></p>
<h1>Anular</h1>
<p><strong>${moneyOf(summary.amountTotal)}</strong> <bdi>${summary.customerName}</bdi>, ${momentOf(postedMs)}</p>
${inside}`;
  return companyLayout(visit, { title: `Anular ${nameOf(record)}`, body, active: 'documents' });
}
