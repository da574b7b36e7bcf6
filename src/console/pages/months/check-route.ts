import type { FastifyInstance, FastifyReply } from 'fastify';
import { fiscalTime } from '../../../core/calendar/el-salvador-time.ts';
import { type CheckedFile, FileCheck, WholeFileCheck } from '../../../core/declaring/check-file.ts';
import { type Period, parsePeriod, periodOf, previousPeriod } from '../../../core/declaring/period.ts';
import type { Fields } from '../../form.ts';
import type { Markup } from '../../html.ts';
import { sendTrouble } from '../../obstacle-pages.ts';
import { type Answer, registerPage } from '../../page.ts';
import type { ConsoleParts } from '../../parts.ts';
import { acceptStreamedFiles, fileIn, type PostedFile } from '../../upload.ts';
import type { CompanyVisit } from '../../visit.ts';
import { type AskedCheck, CHECK_LIMITS, checkPage } from './check-view.ts';
import { criteriaIn } from './criteria.ts';

/** Months that the form offers: two years. */
const OFFERED = 24;

/**
 * `/app/e/:slug/meses/revisar`: a file of an annex, ours or another program's, held against what the portal takes. It is
 * read while it comes, and nothing of it is kept.
 */
export function registerFileCheck(app: FastifyInstance, parts: ConsoleParts): void {
  app.register(async (scope) => {
    acceptStreamedFiles(scope);
    const empty = (visit: CompanyVisit) => checkPage(visit, askedIn(parts, visit.query));
    registerPage(scope, parts, {
      path: '/meses/revisar',
      permission: 'export',
      get: empty,
      refill: (visit) => checkPage(visit, askedIn(parts, visit.form)),
      post: (visit, reply) => answered(parts, visit, reply),
    });
  });
}

function askedIn({ clock }: ConsoleParts, fields: Fields): AskedCheck {
  const current = periodOf(fiscalTime(clock.now()).fecEmi);
  const months: Period[] = [current];
  while (months.length < OFFERED) months.push(previousPeriod(months.at(-1) ?? current));
  return {
    months,
    period: parsePeriod(fields.one('mes')) ?? previousPeriod(current),
    notesAreNegative: criteriaIn(fields).notesAreNegative,
  };
}

async function answered(parts: ConsoleParts, visit: CompanyVisit, reply: FastifyReply): Promise<Answer> {
  const asked = askedIn(parts, visit.form);
  const refused = (status: number, problem: string): Markup => {
    reply.code(status);
    return checkPage(visit, asked, { problem });
  };
  const giveBack = parts.reading.exportSlots.take(visit.companyId);
  if (giveBack === null) return sendTrouble(reply, 'busy');
  try {
    const file = fileIn(reply.request);
    const [text = ''] = visit.form.all('texto');
    if (file === null && text.trim() === '') return refused(422, 'Elija un archivo o pegue sus filas.');
    const checked = file === null ? checkText(text, asked) : await checkPieces(visit, file, asked);
    if (checked === null) return refused(413, CHECK_LIMITS.refusal);
    return checkPage(visit, asked, { checked });
  } finally {
    giveBack();
  }
}

function checkText(text: string, declared: AskedCheck) {
  const check = new FileCheck(declared, CHECK_LIMITS.told);
  const lines = text.split(/\r\n|\r|\n/);
  for (const line of lines.at(-1) === '' ? lines.slice(0, -1) : lines) check.add(line);
  return named('', check.result(), null);
}

/** Null where the file is larger than a page takes. Others have the visit's place while the network is waited for. */
async function checkPieces({ place }: CompanyVisit, { name, pieces }: PostedFile, declared: AskedCheck) {
  const check = new WholeFileCheck(name, { declared, limit: CHECK_LIMITS.told });
  return place.outside(async () => {
    let bytes = 0;
    for await (const piece of pieces) {
      bytes += piece.length;
      if (bytes > CHECK_LIMITS.bytes) return null;
      check.add(piece);
    }
    const { badName, ...checked } = check.result();
    return named(name, checked, badName);
  });
}

function named(name: string, checked: CheckedFile, badName: string | null) {
  return { name, checked, badName };
}
