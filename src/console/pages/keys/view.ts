import type { UserRefusal } from '../../../core/users/user-refusal.ts';
import { DEFAULT_LIMITS } from '../../../operations/access/ports.ts';
import type { OwnKey } from '../../../operations/companies/own-ports.ts';
import { copyableField } from '../../copyable.ts';
import { alertOf, problemOf, textField } from '../../fields.ts';
import { html, type Markup } from '../../html.ts';
import { companyLayout, csrfField } from '../../layout.ts';
import { addressIn, type CompanyVisit } from '../../visit.ts';
import { agoOf, countOf, momentOf } from '../../words.ts';

const DONE: Readonly<Record<string, string>> = {
  limites: 'Los límites se cambiaron.',
  revocada: 'La clave se revocó: ya no abre nada.',
  ninguna: 'Esa clave no existe o ya se revocó.',
};

export function keysPage(
  visit: CompanyVisit,
  {
    keys,
    refusal,
    done,
    nowMs,
  }: {
    readonly keys: readonly OwnKey[];
    readonly refusal: UserRefusal | null;
    /** What was done before this page was shown; any other word for nothing. */
    readonly done: string;
    readonly nowMs: number;
  },
): Markup {
  const [live, ended] = [keys.filter((key) => key.live), keys.filter((key) => !key.live)];
  const said = DONE[done];
  const isOfForm = refusal !== null && refusal.problems.length > 0;
  const body = html`<main id="main">
<div class="page-head"><h1>Claves</h1></div>
<p class="soft">Con una clave, un programa (su caja, su tienda en línea, su ERP) emite documentos a nombre de la empresa. Dé una a cada programa: así se revoca una sin tocar las demás.</p>
${said !== undefined && html`<p class="done" role="status">${said}</p>`}
${alertOf(refusal !== null && !isOfForm ? refusal.detail : null)}
<section class="card" aria-labelledby="vivas"><h2 id="vivas">Claves en uso</h2>
${live.length === 0 ? html`<p class="empty">Todavía no hay claves. Haga la primera aquí abajo.</p>` : html`<ul class="rows">${live.map((key) => liveRow(visit, key, nowMs))}</ul>`}
</section>
${creationForm(visit, isOfForm ? refusal : null)}
${ended.length > 0 && html`<details class="card"><summary>Claves revocadas (${countOf(ended.length)})</summary><ul class="rows">${ended.map(endedRow)}</ul></details>`}
</main>`;
  return companyLayout(visit, { title: 'Claves', body, active: 'keys' });
}

function nameOf({ name }: OwnKey): string {
  return name === '' ? 'Sin nombre' : name;
}

function liveRow(visit: CompanyVisit, key: OwnKey, nowMs: number): Markup {
  const { keyId, ambiente, limits, createdMs, revokedMs } = key;
  return html`<li><div><strong><bdi>${nameOf(key)}</bdi></strong> <span class="chip">${ambiente === '00' ? 'Pruebas' : 'Producción'}</span>
<span class="small">${usedText(key, nowMs)} · creada el ${momentOf(createdMs)}</span>
<span class="small">${countOf(limits.perMinute)} por minuto, ${countOf(limits.perHour)} por hora${revokedMs !== null && ` · vence el ${momentOf(revokedMs)}`}</span></div>
<a class="button secondary small" href="${addressIn(visit, `/claves/${keyId}`)}" aria-label="Cambiar o revocar: ${nameOf(key)}">Cambiar o revocar</a></li>`;
}

function usedText({ lastUsedMs }: OwnKey, nowMs: number): string {
  return lastUsedMs === null ? 'Nunca usada' : `Usada ${agoOf(lastUsedMs, nowMs)}`;
}

function endedRow(key: OwnKey): Markup {
  return html`<li><div><bdi>${nameOf(key)}</bdi><span class="small">revocada el ${momentOf(key.revokedMs ?? 0)}${key.lastUsedMs !== null && ` · último uso el ${momentOf(key.lastUsedMs)}`}</span></div></li>`;
}

function creationForm(visit: CompanyVisit, refusal: UserRefusal | null): Markup {
  const { form, csrf } = visit;
  const problems = refusal?.problems ?? [];
  return html`<section class="card" aria-labelledby="nueva"><h2 id="nueva">Hacer una clave</h2>
<form method="post" action="${addressIn(visit, '/claves')}">${csrfField(csrf)}
${textField({ name: 'name', label: 'Nombre', value: form.one('name'), hint: 'Quién la usa: "Caja 1", "Tienda en línea".', problem: problemOf(problems, 'name'), longest: 100 })}
${limitFields({
  perMinute: form.one('per_minute') || String(DEFAULT_LIMITS.perMinute),
  perHour: form.one('per_hour') || String(DEFAULT_LIMITS.perHour),
  refusal,
})}
<p class="actions"><button>Hacer la clave</button></p></form></section>`;
}

function limitFields({
  perMinute,
  perHour,
  refusal,
}: {
  readonly perMinute: string;
  readonly perHour: string;
  readonly refusal: UserRefusal | null;
}): Markup {
  const problems = refusal?.problems ?? [];
  return html`<div class="fields">
${textField({ name: 'per_minute', label: 'Solicitudes por minuto', value: perMinute, inputmode: 'numeric', problem: problemOf(problems, 'per_minute') })}
${textField({ name: 'per_hour', label: 'Solicitudes por hora', value: perHour, inputmode: 'numeric', problem: problemOf(problems, 'per_hour') })}
</div>`;
}

/** Shows the secret of a new key, this once. */
export function createdPage(
  visit: CompanyVisit,
  { key, name }: { readonly key: string; readonly name: string },
): Markup {
  const body = html`<main class="narrow card" id="main">
<h1>La clave <bdi>${name}</bdi> está lista</h1>
<p class="caution">Cópiela ahora: no se vuelve a mostrar, y nadie la puede leer después. Si se pierde, revóquela y haga otra.</p>
${copyableField({ id: 'key', label: 'Clave', what: 'la clave', value: key })}
<p class="small">Guárdela donde solo el programa la lea. No la mande por correo ni por chat.</p>
<p class="actions"><a class="button" href="${addressIn(visit, '/claves')}">Ya la copié</a></p>
</main>`;
  return companyLayout(visit, { title: 'Clave nueva', body, active: 'keys' });
}

export function keyPage(
  visit: CompanyVisit,
  {
    key,
    refusal,
    nowMs,
  }: {
    readonly key: OwnKey;
    readonly refusal: UserRefusal | null;
    readonly nowMs: number;
  },
): Markup {
  const { form, csrf } = visit;
  const { keyId, limits } = key;
  const address = addressIn(visit, `/claves/${keyId}`);
  const body = html`<main class="narrow" id="main">
<p><a href="${addressIn(visit, '/claves')}">Claves</a></p>
<h1><bdi>${nameOf(key)}</bdi></h1>
<p class="soft">${usedText(key, nowMs)} · creada el ${momentOf(key.createdMs)}</p>
<section class="card" aria-labelledby="limites"><h2 id="limites">Límites</h2>
<form method="post" action="${address}">${csrfField(csrf)}
${limitFields({
  perMinute: form.one('per_minute') || String(limits.perMinute),
  perHour: form.one('per_hour') || String(limits.perHour),
  refusal,
})}
<p class="actions"><button>Guardar límites</button></p></form></section>
<section class="card" aria-labelledby="revocar"><h2 id="revocar">Revocar</h2>
<p>El programa que la usa deja de emitir en ese momento. No se puede deshacer: para volver a emitir hará falta otra clave.</p>
<form method="post" action="${address}/revocar">${csrfField(csrf)}<p class="actions"><button class="danger">Revocar la clave</button></p></form></section>
</main>`;
  return companyLayout(visit, { title: nameOf(key), body, active: 'keys' });
}
