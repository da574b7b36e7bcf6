import { ownOf } from '../../../core/records/by-name.ts';
import type { UserRefusal } from '../../../core/users/user-refusal.ts';
import { DEFAULT_LIMITS } from '../../../operations/access/ports.ts';
import {
  createOwnKey,
  limitOwnKey,
  type OwnKeysContext,
  revokeOwnKey,
} from '../../../operations/companies/manage-own-keys.ts';
import type { OwnKey } from '../../../operations/companies/own-ports.ts';
import { doerOf } from '../../../operations/users/users-context.ts';
import { copyableField } from '../../copyable.ts';
import { doneOf, problemOf, refusalAlert, textField } from '../../fields.ts';
import { html, type Markup } from '../../html.ts';
import { companyLayout, csrfField } from '../../layout.ts';
import type { Answer, CompanyPage } from '../../page.ts';
import type { ConsoleParts } from '../../parts.ts';
import { addressIn, type CompanyVisit } from '../../visit.ts';
import { agoOf, countOf, momentOf } from '../../words.ts';

const PATH = '/claves';
const access = 'manage_keys';

const DONE: Readonly<Record<string, string>> = {
  limites: 'Los límites se cambiaron.',
  revocada: 'La clave se revocó: ya no abre nada.',
  ninguna: 'Esa clave no existe o ya se revocó.',
};

/** `/app/e/:slug/claves`: the keys by which programs issue for the company. */
export const KEYS: readonly CompanyPage[] = [
  {
    path: PATH,
    access,
    get: (parts, visit) => keysPage(parts, visit),
    refill: (parts, visit) => keysPage(parts, visit),
    async post(parts, visit) {
      const typed = { ...limitsIn(visit), name: visit.form.one('name') };
      const change = { ...changeIn(visit), company: visit.company };
      const created = await createOwnKey(contextOf(parts), change, typed);
      if (created.kind === 'created') return createdPage(visit, { key: created.key, name: typed.name });
      return { status: created.status, page: await keysPage(parts, visit, { refusal: created }) };
    },
  },
  {
    path: `${PATH}/:key`,
    access,
    get: (parts, visit) => showOne(parts, visit),
    refill: (parts, visit) => showOne(parts, visit),
    async post(parts, visit) {
      const outcome = await limitOwnKey(contextOf(parts), changeIn(visit), limitsIn(visit));
      return outcome.kind === 'changed' ? after(visit, 'limites') : showOne(parts, visit, outcome);
    },
  },
  {
    path: `${PATH}/:key/revocar`,
    access,
    get: (_parts, visit) => addressIn(visit, `${PATH}/${visit.params['key']}`),
    async post(parts, visit) {
      const outcome = await revokeOwnKey(contextOf(parts), changeIn(visit));
      return outcome.kind === 'changed' ? after(visit, 'revocada') : showOne(parts, visit, outcome);
    },
  },
];

function contextOf({ own, users }: ConsoleParts): OwnKeysContext {
  return { ownKeys: own.keys, vault: own.vault, deeds: users.deeds };
}

function changeIn({ session, origin, companyId, role, params }: CompanyVisit) {
  const by = doerOf(session, origin);
  return { by, companyId, isOperator: role === 'operator', keyId: params['key'] ?? '' };
}

function limitsIn({ form }: CompanyVisit) {
  return { perMinute: form.one('per_minute'), perHour: form.one('per_hour') };
}

function after(visit: CompanyVisit, done: string): Answer {
  return addressIn(visit, `${PATH}?hecho=${done}`);
}

/** One key, or the others where it is there no more. */
async function showOne(
  parts: ConsoleParts,
  visit: CompanyVisit,
  refusal: UserRefusal | null = null,
): Promise<Answer> {
  const keys = await parts.own.keys.list(visit.companyId);
  const key = keys.find(({ keyId, live }) => live && keyId === visit.params['key']);
  if (key === undefined)
    return { status: 404, page: await keysPage(parts, visit, { refusal, done: 'ninguna' }) };
  const page = keyPage(visit, { key, refusal, nowMs: parts.clock.now() });
  return refusal === null ? page : { status: refusal.status, page };
}

async function keysPage(
  parts: ConsoleParts,
  visit: CompanyVisit,
  {
    refusal = null,
    done = visit.query.one('hecho'),
  }: { readonly refusal?: UserRefusal | null; readonly done?: string } = {},
): Promise<Markup> {
  const keys = await parts.own.keys.list(visit.companyId);
  const [live, ended] = [keys.filter((key) => key.live), keys.filter((key) => !key.live)];
  const nowMs = parts.clock.now();
  const body = html`<div class="page-head"><h1>Claves</h1></div>
<p class="soft">Con una clave, un programa (su caja, su tienda en línea, su ERP) emite documentos a nombre de la empresa. Dé una a cada programa: así se revoca una sin tocar las demás.</p>
${doneOf(ownOf(DONE, done))}
${refusalAlert(refusal)}
<section class="card" aria-labelledby="vivas"><h2 id="vivas">Claves en uso</h2>
${live.length === 0 ? html`<p class="empty">Todavía no hay claves. Haga la primera aquí abajo.</p>` : html`<ul class="rows">${live.map((key) => liveRow(visit, key, nowMs))}</ul>`}
</section>
${creationForm(visit, refusal)}
${ended.length > 0 && html`<details class="card"><summary>Claves revocadas (${countOf(ended.length)})</summary><ul class="rows">${ended.map(endedRow)}</ul></details>`}`;
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
<a class="button secondary small" href="${addressIn(visit, `${PATH}/${keyId}`)}" aria-label="Cambiar o revocar: ${nameOf(key)}">Cambiar o revocar</a></li>`;
}

function usedText({ lastUsedMs }: OwnKey, nowMs: number): string {
  return lastUsedMs === null ? 'Nunca usada' : `Usada ${agoOf(lastUsedMs, nowMs)}`;
}

function endedRow(key: OwnKey): Markup {
  return html`<li><div><bdi>${nameOf(key)}</bdi><span class="small">revocada el ${momentOf(key.revokedMs ?? 0)}${key.lastUsedMs !== null && ` · último uso el ${momentOf(key.lastUsedMs)}`}</span></div></li>`;
}

function creationForm(visit: CompanyVisit, refusal: UserRefusal | null): Markup {
  const { form, csrf } = visit;
  const problem = problemOf(refusal?.problems ?? [], 'name');
  return html`<section class="card" aria-labelledby="nueva"><h2 id="nueva">Hacer una clave</h2>
<form method="post" action="${addressIn(visit, PATH)}">${csrfField(csrf)}
${textField({ name: 'name', label: 'Nombre', value: form.one('name'), hint: 'Quién la usa: "Caja 1", "Tienda en línea".', problem, longest: 100 })}
${limitFields(visit, DEFAULT_LIMITS, refusal)}
<p class="actions"><button>Hacer la clave</button></p></form></section>`;
}

/** The limits as they were typed, or those that a key has before somebody types others. */
function limitFields(
  { form }: CompanyVisit,
  { perMinute, perHour }: OwnKey['limits'],
  refusal: UserRefusal | null,
): Markup {
  const field = (name: string, label: string, limit: number) => {
    const problem = problemOf(refusal?.problems ?? [], name);
    return textField({ name, label, value: form.one(name) || String(limit), inputmode: 'numeric', problem });
  };
  return html`<div class="fields">
${field('per_minute', 'Solicitudes por minuto', perMinute)}
${field('per_hour', 'Solicitudes por hora', perHour)}
</div>`;
}

/** Shows the secret of a new key, this once. */
function createdPage(
  visit: CompanyVisit,
  { key, name }: { readonly key: string; readonly name: string },
): Markup {
  const body = html`<h1>La clave <bdi>${name}</bdi> está lista</h1>
<p class="caution">Cópiela ahora: no se vuelve a mostrar, y nadie la puede leer después. Si se pierde, revóquela y haga otra.</p>
${copyableField({ id: 'key', label: 'Clave', what: 'la clave', value: key })}
<p class="small">Guárdela donde solo el programa la lea. No la mande por correo ni por chat.</p>
<p class="actions"><a class="button" href="${addressIn(visit, PATH)}">Ya la copié</a></p>`;
  return companyLayout(visit, { title: 'Clave nueva', main: 'card', body, active: 'keys' });
}

function keyPage(
  visit: CompanyVisit,
  shown: { readonly key: OwnKey; readonly refusal: UserRefusal | null; readonly nowMs: number },
): Markup {
  const { key, refusal, nowMs } = shown;
  const address = addressIn(visit, `${PATH}/${key.keyId}`);
  const body = html`<p><a href="${addressIn(visit, PATH)}">Claves</a></p>
<h1><bdi>${nameOf(key)}</bdi></h1>
<p class="soft">${usedText(key, nowMs)} · creada el ${momentOf(key.createdMs)}</p>
<section class="card" aria-labelledby="limites"><h2 id="limites">Límites</h2>
<form method="post" action="${address}">${csrfField(visit.csrf)}
${limitFields(visit, key.limits, refusal)}
<p class="actions"><button>Guardar límites</button></p></form></section>
<section class="card" aria-labelledby="revocar"><h2 id="revocar">Revocar</h2>
<p>El programa que la usa deja de emitir en ese momento. No se puede deshacer: para volver a emitir hará falta otra clave.</p>
<form method="post" action="${address}/revocar">${csrfField(visit.csrf)}<p class="actions"><button class="danger">Revocar la clave</button></p></form></section>`;
  return companyLayout(visit, { title: nameOf(key), main: 'narrow', body, active: 'keys' });
}
