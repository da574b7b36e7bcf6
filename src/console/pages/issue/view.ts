import { EXPORTACION } from '../../../core/dte/types/exportacion.ts';
import type { Explanation } from '../../../core/explaining/explain.ts';
import type { FieldProblem } from '../../../core/refusals/refusal.ts';
import type { DocumentRecord } from '../../../operations/documents/ports.ts';
import { HOW_AMOUNTS_ARE_TYPED } from '../../amount-typed.ts';
import type { Question } from '../../answers.ts';
import { inWords } from '../../field-words.ts';
import { alertOf, hiddenFields } from '../../fields.ts';
import { html, type Markup } from '../../html.ts';
import { companyLayout, csrfField } from '../../layout.ts';
import { catalogLists, emptyLists } from '../../suggesting.ts';
import { inTurns } from '../../turns.ts';
import { addressIn, type CompanyVisit } from '../../visit.ts';
import { moneyOf } from '../../words.ts';
import { control, type Drawn } from './controls.ts';
import type { Typed } from './desk.ts';
import { reasonsOf } from './done-view.ts';
import type { Examined } from './examine.ts';
import { titleOf } from './field-titles.ts';
import { catalogOf, fieldAtPath, lineField, linesIn, placeOf, textIn } from './form-body.ts';
import { ISSUE_BUTTON, TOTALS } from './go-on.ts';
import { partyName } from './order-fields.ts';
import {
  CONDITION,
  CREDIT_TERMS,
  DESCRIPTION,
  EXPORT_FIELDS,
  type FieldSpec,
  type FormSpec,
  NOTES,
  PAYMENT_FIELDS,
  PAYMENT_METHOD,
  priceOf,
  QUANTITY,
} from './specs.ts';

/** A form as a page shows it. */
export interface ShownForm extends Pick<Drawn, 'focus' | 'canMail'> {
  readonly questions: readonly Question[];
  readonly spec: FormSpec;
  readonly typed: Typed;
  readonly examined: Examined;
  /** The rejected document that is corrected, and why it was rejected; null for none. */
  readonly record: DocumentRecord | null;
  readonly explanations: readonly Explanation[];
  /** Whether what is wrong is shown of fields, too, that nobody has filled in. */
  readonly isStrict: boolean;
  /** Why it was not issued, where no field is to blame; null for nothing. */
  readonly refusal: string | null;
}

/** The form by which a document of a type is issued. */
export async function formPage(visit: CompanyVisit, shown: ShownForm): Promise<Markup> {
  const { spec, typed, examined, isStrict, focus, record, explanations } = shown;
  const address = addressIn(visit, `/emitir/${spec.tipoDte}`);
  const problems = isStrict
    ? examined.problems
    : examined.problems.filter(({ path }) => textIn(typed.fields, path) !== '');
  const drawn: Drawn = {
    ...shown,
    fields: typed.fields,
    problems: firstBy([...problems, ...explanations.flatMap(rejectedField)], ({ path, message }) => [
      path,
      message,
    ]),
    questions: firstBy(shown.questions, (question) => [question.field, question]),
    names: new Set(),
    suggestions: `${address}/sugerencias`,
  };
  const pieces = [partyOf(spec, drawn), await linesOf(shown, drawn), termsOf(spec, drawn)];
  const body = html`<h1>${record === null ? spec.title : `Corregir: ${spec.title.toLowerCase()}`}</h1>
${record !== null && correctionHead(record, explanations)}
${alertOf(shown.refusal)}
${isStrict && problemsOf(problems)}
<form method="post" action="${address}" id="formulario" autocomplete="off" novalidate>
${csrfField(visit.csrf)}${hiddenFields([['external_ref', typed.externalRef]])}
${isStrict && hiddenFields([['ver', 1]])}
<button class="hidden-words" name="seguir" value="1" tabindex="-1">Seguir</button>
${pieces}
${await hiddenOf(drawn)}
<section class="card sum" aria-label="Total">
<div id="${TOTALS}" tabindex="-1"${focus === TOTALS && html` autofocus`} aria-live="polite" hx-post="${address}/calculo" hx-trigger="input delay:400ms from:#formulario" hx-swap="innerHTML" hx-status:4xx="swap:none" hx-status:5xx="swap:none">${totalsOf(examined)}</div>
<p class="actions"><button class="secondary" name="calcular" value="1">Calcular</button>
<button name="emitir" value="1" id="${ISSUE_BUTTON}"${focus === ISSUE_BUTTON && html` autofocus`}>Emitir</button></p>
<p class="actions discard"><button class="plain" name="descartar" value="1">Descartar el borrador</button></p>
</section>
</form>
${emptyLists(['lista-clientes', 'lista-productos'])}${catalogLists(catalogsOf(spec))}`;
  return companyLayout(visit, { title: spec.title, main: 'issuing', body, active: 'issue' });
}

/** What stands first under each name. */
function firstBy<Item, Value>(
  items: readonly Item[],
  entryOf: (item: Item) => readonly [name: string, value: Value],
): ReadonlyMap<string, Value> {
  return new Map(items.map(entryOf).toReversed());
}

/** A reason of a rejection, beside the field that it is about. */
function rejectedField({ field, why }: Explanation): readonly FieldProblem[] {
  if (field === null) return [];
  return [{ path: fieldAtPath(field), code: 'bad_format', message: `Hacienda lo rechazó. ${inWords(why)}` }];
}

/** What is corrected, and why it was rejected. */
function correctionHead({ numeroControl }: DocumentRecord, explanations: readonly Explanation[]): Markup {
  return html`<p>Hacienda rechazó <span class="code">${numeroControl}</span>. Corrija lo que dice abajo y emítalo de nuevo: conserva su número.</p>${reasonsOf(explanations)}`;
}

function partyOf({ tipoDte, party, asked, more }: FormSpec, drawn: Drawn): Markup {
  const head = partyName(tipoDte);
  const draw = (field: FieldSpec) => control(drawn, `${head}.${field.leaf}`, field);
  return html`<fieldset class="card"><legend>${party}</legend>
<div class="fields">${asked.map(draw)}</div>
${moreOf('Más datos', drawn, { names: more.map(({ leaf }) => `${head}.${leaf}`), fields: more.map(draw) })}
</fieldset>`;
}

async function linesOf({ spec, examined }: ShownForm, drawn: Drawn): Promise<Markup> {
  const count = Math.max(1, linesIn(drawn.fields).length);
  const few = drawn.problems.get('lines');
  const lines = await inTurns(Array(count).keys(), (index) =>
    lineOf(spec, drawn, { index, count, examined }),
  );
  return html`<fieldset class="card lines"><legend>Líneas</legend>
<p class="hint">${HOW_AMOUNTS_ARE_TYPED}</p>
${few !== undefined && html`<p class="problem">${few}</p>`}
${lines}
<p class="actions"><button class="secondary" name="añadir" value="1">Agregar línea</button></p>
</fieldset>`;
}

function lineOf(
  { ofLine, tipoDte }: FormSpec,
  drawn: Drawn,
  { index, count, examined }: { readonly index: number; readonly count: number; readonly examined: Examined },
): Markup {
  const draw = (field: FieldSpec) => control(drawn, lineField(index, field.leaf), field);
  const whole = drawn.problems.get(`lines[${index}]`);
  const names = ofLine.map(({ leaf }) => lineField(index, leaf));
  return html`<fieldset class="line"><legend class="hidden-words">Línea ${index + 1}</legend>
<div class="cells">${draw(DESCRIPTION)}${draw(QUANTITY)}${draw(priceOf(tipoDte))}
<div class="amount"><span class="small">Importe</span> <output id="importe-${index}">${amountOf(examined.amounts, index)}</output></div>
${count > 1 && html`<button class="plain remove" name="quitar" value="${index}" aria-label="Quitar la línea ${index + 1}">Quitar</button>`}</div>
${whole !== undefined && html`<p class="problem">${whole}</p>`}
${moreOf('Código, unidad, descuento…', drawn, { names, fields: ofLine.map(draw) })}
</fieldset>`;
}

function termsOf({ tipoDte }: FormSpec, drawn: Drawn): Markup {
  const isExport = tipoDte === EXPORTACION.code;
  const ofExport = EXPORT_FIELDS.map((field) => control(drawn, `export.${field.leaf}`, field));
  const rest = [...CREDIT_TERMS, ...NOTES];
  return html`<fieldset class="card"><legend>Pago</legend>
${paymentsOf(drawn)}
${moreOf('Plazo, observaciones y copia', drawn, {
  names: rest.map(({ leaf }) => leaf),
  fields: rest.map((field) => control(drawn, field.leaf, field)),
})}
</fieldset>
${isExport && html`<fieldset class="card"><legend>Exportación</legend><div class="fields">${ofExport}</div></fieldset>`}`;
}

/** One way to pay, or each of several with its amount. */
function paymentsOf(drawn: Drawn): Markup {
  const indexes = Object.keys(drawn.fields).flatMap((name) => {
    const place = placeOf(name);
    return place?.head === 'payments' && place.index !== null ? [place.index] : [];
  });
  const draw = (field: FieldSpec) => control(drawn, field.leaf, field);
  if (indexes.length === 0) return html`<div class="fields">${[PAYMENT_METHOD, CONDITION].map(draw)}</div>`;
  const rows = [...new Set(indexes)].map(
    (index) =>
      html`<div class="fields">${PAYMENT_FIELDS.map((field) => control(drawn, `payments[${index}].${field.leaf}`, field))}</div>`,
  );
  return html`${rows}<div class="fields">${draw(CONDITION)}</div>`;
}

/** Fields that few documents need; open where one of them says something or is wrong. */
function moreOf(
  label: string,
  { fields, problems, questions, focus }: Drawn,
  inside: { readonly names: readonly string[]; readonly fields: readonly Markup[] },
): Markup {
  const isTold = inside.names.some(
    (name) => name === focus || (fields[name] ?? '') !== '' || problems.has(name) || questions.has(name),
  );
  return html`<details class="more"${isTold && html` open`}><summary>${label}</summary><div class="fields">${inside.fields}</div></details>`;
}

/** What the form carries without showing it: what a rejected document says that nobody types by hand. */
async function hiddenOf({ fields, names }: Drawn): Promise<readonly Markup[]> {
  const rest = Object.entries(fields).filter(([name]) => !names.has(name));
  return inTurns(rest, (field) => hiddenFields([field]));
}

/** How many of them the head of the page tells; each stands beside its field, too. */
const MOST_PROBLEMS = 50;

/** What is wrong, at the head of the page, each with a link to its field. */
function problemsOf(problems: readonly FieldProblem[]): Markup | null {
  if (problems.length === 0) return null;
  const count =
    problems.length === 1 ? 'Falta corregir un dato:' : `Falta corregir ${problems.length} datos:`;
  return html`<div class="alert" role="alert"><p>${count}</p>
<ul>${problems.slice(0, MOST_PROBLEMS).map(({ path, message }) => html`<li><a href="#${path}">${titleOf(path)}:</a> ${message}</li>`)}</ul></div>`;
}

function catalogsOf({ asked, more, ofLine }: FormSpec): readonly string[] {
  const leaves = [...asked, ...more, ...ofLine, ...EXPORT_FIELDS].map(({ leaf }) => `x.${leaf}`);
  return [...new Set(leaves.flatMap((name) => catalogOf(name) ?? []))];
}

/** What the document would come to; before it is complete, what its lines do. */
export function totalsOf({ summary, sum, warnings }: Pick<Examined, 'summary' | 'sum' | 'warnings'>): Markup {
  if (summary === null)
    return html`<dl class="totals"><div class="total"><dt>Suma de las líneas</dt><dd>${moneyOf(sum)}</dd></div></dl>`;
  const { amountTaxable, amountVat, amountGross, amountRetention, amountTotal } = summary;
  const rows = [
    ['Sin IVA', amountTaxable, amountVat],
    ['IVA', amountVat, amountVat],
    ['Total antes de retenciones', amountGross, amountRetention],
    ['Retención', amountRetention, amountRetention],
  ] as const;
  const shown = rows.filter(([, , telling]) => Number(telling) !== 0);
  return html`<dl class="totals">${shown.map(([label, amount]) => html`<div><dt>${label}</dt><dd>${moneyOf(amount)}</dd></div>`)}
<div class="total"><dt>Total a pagar</dt><dd>${moneyOf(amountTotal)}</dd></div></dl>
${warnings.length > 0 && html`<details class="warnings"><summary>${warnings.length === 1 ? '1 aviso' : `${warnings.length} avisos`}</summary><ul>${warnings.map(({ path, message }) => html`<li>${path !== '' && html`<strong>${titleOf(path)}:</strong> `}${message}</li>`)}</ul></details>`}`;
}

/** What a line comes to. */
export function amountOf(amounts: Examined['amounts'], index: number): string {
  const amount = amounts[index] ?? null;
  return amount === null ? '—' : moneyOf(amount);
}
