import { DEEDS, type DeedKind, type Membership } from '../../../operations/users/ports.ts';
import { alertOf, choiceField, textField } from '../../fields.ts';
import { html, type Markup } from '../../html.ts';
import { operatorLayout } from '../../operator-layout.ts';
import type { UserVisit } from '../../visit.ts';
import { momentOf } from '../../words.ts';
import { DEED_WORDS, subjectWords } from '../record/deed-words.ts';

/** One entry of the record. */
export interface Entry {
  readonly entryId: string;
  readonly atMs: number;
  readonly who: string;
  readonly from: string;
  /** Null for a command. */
  readonly deed: DeedKind | null;
  /** What it was done to, or the command. */
  readonly what: string;
  readonly documentId: string | null;
}

const SOURCES = [
  { value: 'consola', label: 'Usuarios de la consola' },
  { value: 'comandos', label: 'Comandos del operador' },
];

export function recordPage(
  visit: UserVisit,
  record: {
    readonly entries: readonly Entry[];
    /** Why nothing is shown, as a sentence. */
    readonly problem: string | null;
    /** Whose users are shown; null for what concerns no company. */
    readonly company: Membership | null;
    /** Whether there may be older ones. */
    readonly isFull: boolean;
  },
): Markup {
  const { entries, problem, company } = record;
  const body = html`${filters(visit)}
${alertOf(problem)}
<p class="soft">${sourceText(visit, company)}</p>
${
  entries.length === 0
    ? html`<div class="empty card"><h2>Nada con estos filtros</h2><p>Cambie los filtros o <a href="/app/operador/registro">véalo todo</a>.</p></div>`
    : html`<div class="card"><table class="cards"><caption class="hidden-words">Registro, lo último primero</caption>
<thead><tr><th scope="col">Cuándo</th><th scope="col">Quién</th><th scope="col">Qué</th><th scope="col">Desde</th></tr></thead>
<tbody>${entries.map((entry) => rowOf(entry, company))}</tbody></table></div>`
}
${record.isFull && older(visit, entries)}`;
  return operatorLayout(visit, { title: 'Registro', active: 'record', body });
}

function sourceText({ query }: UserVisit, company: Membership | null): Markup {
  if (query.one('de') === 'comandos')
    return html`Lo que se hizo con <code>sello</code> desde la línea de comandos.`;
  return company === null
    ? html`Entradas, contraseñas y lo demás que no es de una empresa. Elija una empresa para ver lo que hicieron sus usuarios.`
    : html`Lo que se hizo en <bdi>${company.name}</bdi>`;
}

function filters({ query }: UserVisit): Markup {
  const isOfCommands = query.one('de') === 'comandos';
  const deeds = [
    { value: '', label: 'Todo' },
    ...DEEDS.map((deed) => ({ value: deed, label: DEED_WORDS[deed] })),
  ];
  const ofUsers = html`${textField({ name: 'empresa', label: 'Empresa', value: query.one('empresa'), isOptional: true, hint: 'Su nombre corto, como en la dirección.' })}
${choiceField({ name: 'hecho', label: 'Qué', value: query.one('hecho'), options: deeds, isOptional: true })}
${textField({ name: 'desde', label: 'Desde el día', type: 'date', value: query.one('desde'), isOptional: true })}`;
  const ofCommands = textField({
    name: 'comando',
    label: 'Comando',
    value: query.one('comando'),
    isOptional: true,
    hint: 'Con qué empieza: key, company, certificate…',
  });
  return html`<form class="card" method="get" action="/app/operador/registro"><div class="fields">
${choiceField({ name: 'de', label: 'Registro', value: query.one('de') || 'consola', options: SOURCES })}
${isOfCommands ? ofCommands : ofUsers}
</div><p class="actions"><button class="secondary">Ver</button></p></form>`;
}

function rowOf({ atMs, who, from, deed, what, documentId }: Entry, company: Membership | null): Markup {
  const address =
    company !== null && documentId !== null && `/app/e/${company.slug}/documentos/${documentId}`;
  const title =
    deed === null
      ? html`<span class="code">${what}</span>`
      : html`${DEED_WORDS[deed]} <bdi>${subjectWords(deed, what)}</bdi>`;
  return html`<tr><td class="lead">${momentOf(atMs)}</td><td data-label="Quién"><bdi>${who}</bdi></td>
<td data-label="Qué"><span>${address === false ? title : html`<a href="${address}">${title}</a>`}</span></td>
<td data-label="Desde"><bdi>${from}</bdi></td></tr>`;
}

function older({ query }: UserVisit, entries: readonly Entry[]): Markup {
  const kept = query.entries
    .filter(([name]) => name !== 'antes')
    .map(([name, value]): [string, string] => [name, value]);
  const search = new URLSearchParams([...kept, ['antes', entries.at(-1)?.entryId ?? '']]);
  return html`<p class="actions"><a class="button secondary" href="/app/operador/registro?${search.toString()}">Más antiguas</a></p>`;
}
