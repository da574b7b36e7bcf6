import type { Company } from '../../../core/company/company.ts';
import type { Problem } from '../../../core/refusals/problem.ts';
import { alertOf, choiceField, textField } from '../../fields.ts';
import { html, type Markup } from '../../html.ts';
import { companyLayout, csrfField } from '../../layout.ts';
import { addressIn, type CompanyVisit } from '../../visit.ts';

const DONE: Readonly<Record<string, string>> = {
  servidor: 'El servidor aceptó el correo de prueba, y se guardó. Revise su bandeja de entrada.',
  quitado: 'La empresa ya no tiene servidor de correo propio.',
  avisos: 'Los cambios se guardaron.',
};

/** The fields of the page, by the ends of their names in the company file. */
export type MailValues = Readonly<
  Record<'host' | 'port' | 'secure' | 'user' | 'from' | 'fallback_email' | 'rejections_email', string>
>;

export function mailValuesOf({ delivery: { smtp, fallbackEmail, rejectionsEmail } }: Company): MailValues {
  return {
    host: smtp?.host ?? '',
    port: smtp === null ? '' : String(smtp.port),
    secure: smtp === null || smtp.secure ? 'yes' : 'no',
    user: smtp?.user ?? '',
    from: smtp?.from ?? '',
    fallback_email: fallbackEmail ?? '',
    rejections_email: rejectionsEmail ?? '',
  };
}

interface MailState {
  readonly values: MailValues;
  readonly problems: readonly Problem[];
  /** Why the server was not kept, as a sentence; null for nothing. */
  readonly refusal: string | null;
  readonly hasServer: boolean;
  readonly hasPassword: boolean;
  /** Whether the installation has a mail server for companies without one of their own. */
  readonly installationMails: boolean;
}

export function mailPage(visit: CompanyVisit, state: MailState): Markup {
  const { problems, refusal } = state;
  const said = DONE[visit.query.one('hecho')];
  const known = /^delivery\.(?:smtp\.(?:host|port|user|from)|fallback_email|rejections_email)$/;
  const others = problems.filter(({ path }) => !known.test(path)).map(({ message }) => message);
  const alert = refusal ?? (problems.length === 0 ? null : others.join(' ') || 'Revise los campos marcados.');
  const main = html`<main id="main">
<p><a href="${addressIn(visit, '/empresa')}">Empresa</a></p>
<h1>Correo</h1>
${said !== undefined && html`<p class="done" role="status">${said}</p>`}
${alertOf(alert === null ? null : `No se guardó nada. ${alert}`)}
<p class="soft">Cada documento sellado va, en PDF y JSON, al correo de su receptor y a los que diga la venta.</p>
<div class="grid">${serverCard(visit, state)}${addressesCard(visit, state)}</div>
</main>`;
  return companyLayout(visit, { title: 'Correo', body: main, active: 'company' });
}

const ENCRYPTION = [
  { value: 'yes', label: 'TLS (puerto 465)' },
  { value: 'no', label: 'STARTTLS (puertos 587, 2525 o 25)' },
];

function serverCard(visit: CompanyVisit, { values, problems, ...state }: MailState): Markup {
  const text = (name: keyof MailValues) => ({
    name,
    value: values[name],
    problem: problems.find(({ path }) => path === `delivery.smtp.${name}`)?.message,
  });
  const without = state.installationMails
    ? 'Sin uno propio, los correos salen por el de esta instalación.'
    : 'Sin uno propio no sale ningún correo: esta instalación no tiene servidor.';
  const { email } = visit.session;
  return html`<section class="card" aria-labelledby="servidor"><h2 id="servidor">Servidor de correo</h2>
<p class="soft">${without} Al guardar, Sello envía un correo de prueba a <bdi>${email}</bdi>, y guarda el servidor solo si lo acepta.</p>
<form method="post" action="${addressIn(visit, '/empresa/correo')}">${csrfField(visit.csrf)}
${textField({ ...text('host'), label: 'Servidor', hint: 'El que da su proveedor para enviar: smtp.ejemplo.com.' })}
${choiceField({ ...text('secure'), label: 'Cifrado', options: ENCRYPTION })}
${textField({ ...text('port'), label: 'Puerto', inputmode: 'numeric', isOptional: true, hint: '25, 465, 587 o 2525. Vacío, el del cifrado.' })}
${textField({ ...text('user'), label: 'Usuario', isOptional: true, hint: 'Casi siempre, la dirección de correo.' })}
${textField({ name: 'password', label: 'Contraseña', type: 'password', isOptional: true, hint: state.hasPassword ? 'Hay una guardada; queda si no cambia ni el servidor ni el usuario.' : 'Se guarda cifrada.', autocomplete: 'new-password' })}
${textField({ ...text('from'), label: 'Dirección que envía', type: 'email', inputmode: 'email' })}
<p class="actions"><button>Probar y guardar</button></p></form>
${state.hasServer && html`<form method="post" action="${addressIn(visit, '/empresa/correo/quitar')}">${csrfField(visit.csrf)}<p class="actions"><button class="secondary">Quitar el servidor propio</button></p></form>`}</section>`;
}

function addressesCard(visit: CompanyVisit, { values, problems }: MailState): Markup {
  const text = (name: 'fallback_email' | 'rejections_email') => ({
    name,
    value: values[name],
    type: 'email' as const,
    inputmode: 'email' as const,
    isOptional: true,
    problem: problems.find(({ path }) => path === `delivery.${name}`)?.message,
  });
  return html`<section class="card" aria-labelledby="avisos"><h2 id="avisos">A quién se avisa</h2>
<form method="post" action="${addressIn(visit, '/empresa/correo/avisos')}">${csrfField(visit.csrf)}
${textField({ ...text('rejections_email'), label: 'Correo para rechazos', hint: 'Recibe cada documento que Hacienda rechaza, con el motivo y qué hacer. Vacío: nadie.' })}
${textField({ ...text('fallback_email'), label: 'Correo de receptores sin correo', hint: 'Va en el documento donde Hacienda exige un correo y el receptor no dio ninguno. Vacío: el de la empresa.' })}
<p class="actions"><button>Guardar</button></p></form></section>`;
}
