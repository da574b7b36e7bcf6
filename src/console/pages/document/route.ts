import type { FastifyInstance, FastifyReply } from 'fastify';
import { isEmail, parseEmail } from '../../../core/identifiers/email.ts';
import type { Refusal } from '../../../core/refusals/refusal.ts';
import { openDocument } from '../../../operations/documents/open-document.ts';
import type { DocumentForm } from '../../../operations/files/ports.ts';
import { serveJson } from '../../../operations/files/serve-json.ts';
import { type Paper, serveEventLetter, servePaper } from '../../../operations/files/serve-paper.ts';
import { mailAgain } from '../../../operations/life/mail-again.ts';
import { issuerOf } from '../../issue-parts.ts';
import { sendTrouble } from '../../obstacle-pages.ts';
import { mayOpen } from '../../own-document.ts';
import { type Answer, registerPage } from '../../page.ts';
import type { ConsoleParts } from '../../parts.ts';
import { sendPaper } from '../../send-paper.ts';
import { addressIn, type CompanyVisit } from '../../visit.ts';
import { recordDone } from '../../visit-deeds.ts';
import { documentPage, type Told } from './view.ts';

/** One document: what happened to it, what is printed of it, and what may be done to it. */
export function registerDocument(app: FastifyInstance, parts: ConsoleParts): void {
  registerPage(app, parts, {
    path: '/documentos/:id',
    permission: 'see_own',
    get: (visit, reply) => shown(parts, { visit, reply, told: TOLD[visit.query.one('hecho')] ?? null }),
  });
  registerPage(app, parts, {
    path: '/documentos/:id/correo',
    permission: 'see_own',
    post: (visit, reply) => mailed(parts, visit, reply),
  });
  const { reading } = parts;
  const paper = (path: string, of: (visit: CompanyVisit) => Promise<Paper | Refusal>) =>
    registerPage(app, parts, {
      path: `/documentos/:id/${path}`,
      isWithoutCount: true,
      permission: 'see_own',
      get: (visit, reply) => printed(parts, { visit, reply, of }),
    });
  const document = (form: DocumentForm) => (visit: CompanyVisit) =>
    servePaper(reading, { companyId: visit.companyId, idOrRef: idOf(visit), form });
  paper('carta.pdf', document({ kind: 'letter' }));
  paper('tiquete.pdf', document({ kind: 'ticket', widthMm: 80 }));
  paper('anulacion.pdf', (visit) => serveEventLetter(reading, visit.companyId, idOf(visit)));
  registerPage(app, parts, {
    path: '/documentos/:id/documento.json',
    isWithoutCount: true,
    permission: 'see_own',
    get: (visit, reply) => signed(parts, visit, reply),
  });
}

/** What was done right before, by the word behind the question mark. */
const TOLD: Readonly<Record<string, Told>> = {
  correo: { tone: 'done', text: 'El correo está en espera y saldrá en unos segundos.' },
  anulado: { tone: 'done', text: 'Hacienda selló la anulación.' },
  'anulacion-en-camino': {
    tone: 'caution',
    text: 'Hacienda todavía no contesta la anulación; se sigue intentando sin que usted haga nada.',
  },
  'anulacion-rechazada': {
    tone: 'alert',
    text: 'Hacienda rechazó la anulación: el documento sigue vigente.',
  },
  emitido: { tone: 'done', text: 'Hacienda selló el documento.' },
  'en-contingencia': {
    tone: 'caution',
    text: 'Hacienda no contesta: el documento quedó en contingencia y se enviará sin que usted haga nada.',
  },
};

function idOf({ params }: CompanyVisit): string {
  return params['id'] ?? '';
}

async function shown(
  parts: ConsoleParts,
  {
    visit,
    reply,
    told,
  }: { readonly visit: CompanyVisit; readonly reply: FastifyReply; readonly told: Told | null },
): Promise<Answer> {
  const { reading } = parts;
  const issuer = await issuerOf(reading, visit);
  const opened = await openDocument(reading, { ...issuer, idOrRef: idOf(visit) });
  if (opened.kind === 'refused' || !(await mayOpen(parts, visit, idOf(visit))))
    return sendTrouble(reply, 'not_found');
  const publicUrl = reading.fileUrl(opened.view.record, 'invoice');
  return documentPage(visit, { ...opened, publicUrl, told });
}

async function mailed(parts: ConsoleParts, visit: CompanyVisit, reply: FastifyReply): Promise<Answer> {
  const { reading } = parts;
  if (!(await mayOpen(parts, visit, idOf(visit)))) return sendTrouble(reply, 'not_found');
  const { companyId, form } = visit;
  const typed = form.one('address');
  if (typed !== '' && !isEmail(typed))
    return shown(parts, {
      visit,
      reply: reply.code(400),
      told: alertFor('La dirección de correo no es válida.'),
    });
  const address = typed === '' ? null : parseEmail(typed);
  const asked = await mailAgain(reading, { companyId, idOrRef: idOf(visit), address });
  if (asked.kind !== 'asked') {
    const { detail, status } = asked.kind === 'refused' ? asked : asked.refusal;
    return shown(parts, { visit, reply: reply.code(status), told: alertFor(detail) });
  }
  await recordDone(parts, visit, { deed: 'mailed_again', documentId: idOf(visit), subject: typed });
  return reply.redirect(addressIn(visit, `/documentos/${idOf(visit)}?hecho=correo`), 303);
}

function alertFor(text: string): Told {
  return { tone: 'alert', text };
}

async function printed(
  parts: ConsoleParts,
  {
    visit,
    reply,
    of,
  }: {
    readonly visit: CompanyVisit;
    readonly reply: FastifyReply;
    readonly of: (visit: CompanyVisit) => Promise<Paper | Refusal>;
  },
): Promise<Answer> {
  if (!(await mayOpen(parts, visit, idOf(visit)))) return sendTrouble(reply, 'not_found');
  const paper = await of(visit);
  if (paper.kind === 'refused') return sendTrouble(reply, 'not_found');
  reply.header('content-disposition', `inline; filename="${paper.record.numeroControl}.pdf"`);
  return sendPaper(parts, { visit, reply }, paper.order);
}

async function signed(parts: ConsoleParts, visit: CompanyVisit, reply: FastifyReply): Promise<Answer> {
  if (!(await mayOpen(parts, visit, idOf(visit)))) return sendTrouble(reply, 'not_found');
  const file = await serveJson(parts.reading, visit.companyId, idOf(visit));
  if (file.kind === 'refused') return sendTrouble(reply, 'not_found');
  return reply
    .type('application/json; charset=utf-8')
    .header('content-disposition', `attachment; filename="${file.record.numeroControl}.json"`)
    .send(file.text);
}
