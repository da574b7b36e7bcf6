import type { FastifyReply } from 'fastify';
import { isEmail, parseEmail } from '../../../core/identifiers/email.ts';
import { ownOf } from '../../../core/records/by-name.ts';
import type { Refusal } from '../../../core/refusals/refusal.ts';
import { openDocument } from '../../../operations/documents/open-document.ts';
import type { DocumentForm } from '../../../operations/files/ports.ts';
import { type Paper, serveEventLetter, serveJson, servePaper } from '../../../operations/files/serve.ts';
import { mailAgain } from '../../../operations/life/mail-again.ts';
import { issuerOf, mayOpen } from '../../desk.ts';
import type { Answer, CompanyPage, Handler } from '../../page.ts';
import { sendPaper } from '../../paper.ts';
import type { ConsoleParts } from '../../parts.ts';
import { addressIn, type CompanyVisit } from '../../visit.ts';
import { recordDone } from '../../visit-deeds.ts';
import { documentPage, type Told } from './view.ts';

/** One document: what happened to it, what is printed of it, and what may be done to it. */
export const DOCUMENT: readonly CompanyPage[] = [
  {
    path: '/documentos/:id',
    access: 'see_own',
    get: opened(async (parts, visit) => {
      const page = await shown(parts, visit, ownOf(TOLD, visit.query.one('hecho')));
      return page ?? 'not_found';
    }),
  },
  { path: '/documentos/:id/correo', access: 'see_own', post: opened(mailed) },
  paper('carta.pdf', printed({ kind: 'letter' })),
  paper('tiquete.pdf', printed({ kind: 'ticket', widthMm: 80 })),
  paper('anulacion.pdf', ({ desk }, { companyId, params }) =>
    serveEventLetter(desk, companyId, params['id'] ?? ''),
  ),
  file('documento.json', async ({ desk }, { companyId, params }, reply): Promise<Answer> => {
    const json = await serveJson(desk, companyId, params['id'] ?? '');
    if (json.kind === 'refused') return 'not_found';
    return reply
      .type('application/json; charset=utf-8')
      .header('content-disposition', `attachment; filename="${json.record.numeroControl}.json"`)
      .send(json.text);
  }),
];

/** Answers about a document only whom it may be shown to. */
function opened(handler: Handler<CompanyVisit>): Handler<CompanyVisit> {
  return async (parts, visit, reply) =>
    (await mayOpen(parts, visit, visit.params['id'] ?? '')) ? handler(parts, visit, reply) : 'not_found';
}

function file(name: string, get: Handler<CompanyVisit>): CompanyPage {
  return { path: `/documentos/:id/${name}`, isWithoutCount: true, access: 'see_own', get: opened(get) };
}

type Printing = (parts: ConsoleParts, visit: CompanyVisit) => Promise<Paper | Refusal>;

function paper(name: string, print: Printing): CompanyPage {
  return file(name, async (parts, visit, reply) => {
    const printed = await print(parts, visit);
    if (printed.kind === 'refused') return 'not_found';
    reply.header('content-disposition', `inline; filename="${printed.record.numeroControl}.pdf"`);
    return sendPaper(parts, visit, reply, printed.order);
  });
}

function printed(form: DocumentForm): Printing {
  return ({ desk }, { companyId, params }) =>
    servePaper(desk, { companyId, idOrRef: params['id'] ?? '', form });
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

/** Null where there is no such document. */
async function shown(parts: ConsoleParts, visit: CompanyVisit, told: Told | null = null) {
  const { desk } = parts;
  const issuer = await issuerOf(parts, visit);
  const found = await openDocument(desk, { ...issuer, idOrRef: visit.params['id'] ?? '' });
  if (found.kind === 'refused') return null;
  return documentPage(visit, { ...found, publicUrl: desk.fileUrl(found.view.record, 'invoice'), told });
}

async function mailed(parts: ConsoleParts, visit: CompanyVisit, _reply: FastifyReply): Promise<Answer> {
  const { companyId, form, params } = visit;
  const { id = '' } = params;
  const refused = async (status: number, text: string): Promise<Answer> => {
    const page = await shown(parts, visit, { tone: 'alert', text });
    return page === null ? 'not_found' : { status, page };
  };
  const typed = form.one('address');
  if (typed !== '' && !isEmail(typed)) return refused(400, 'La dirección de correo no es válida.');
  const address = typed === '' ? null : parseEmail(typed);
  const asked = await mailAgain(parts.desk, { companyId, idOrRef: id, address });
  if (asked.kind !== 'asked') {
    const { detail, status } = asked.kind === 'refused' ? asked : asked.refusal;
    return refused(status, detail);
  }
  const { documentId } = asked;
  await recordDone(parts, visit, { deed: 'mailed_again', documentId, subject: typed });
  return addressIn(visit, `/documentos/${id}?hecho=correo`);
}
