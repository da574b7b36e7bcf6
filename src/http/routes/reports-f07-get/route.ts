import { annexFileName } from '../../../core/declaring/annex-text.ts';
import { ANNEXES, annexNamed } from '../../../core/declaring/annexes.ts';
import { parsePeriod } from '../../../core/declaring/period.ts';
import { refuse } from '../../../core/refusals/refusal.ts';
import { annexPieces, declaredFiles } from '../../../operations/declarations/declared-files.ts';
import { Type } from '../../../schema/schema.ts';
import { REFUSED, REFUSED_OR_NOT_FOUND } from '../../answers.ts';
import type { App, ServerParts } from '../../app.ts';
import { MONTH, NO_MONTH } from '../../declaring.ts';
import { fileAnswer, sendFile } from '../../file-streams.ts';
import { CRITERIA_QUERY, orderOf } from '../../month-order.ts';
import { sendRefusal } from '../../problems.ts';
import { callerOf } from '../../visit.ts';

const ZIP = 'application/zip';
const CSV = 'text/csv; charset=windows-1252';

/** GET /reports/f07/{month} and /reports/f07/{month}/annexes/{annex}: what a month declares, as the portal takes it. */
export function registerReportsF07(app: App, parts: ServerParts): void {
  registerMonth(app, parts);
  registerAnnex(app, parts);
}

function registerMonth(app: App, { issuing, months, ...parts }: ServerParts): void {
  const is = fileAnswer(ZIP, 'Los anexos, el detalle del F-14 y la hoja de control.');
  const schema = {
    params: Type.Object(MONTH),
    querystring: CRITERIA_QUERY,
    response: { 200: is, ...REFUSED },
  };
  app.get('/reports/f07/:month', { config: { knowsAllParameters: true }, schema }, async (request, reply) => {
    const period = parsePeriod(request.params.month);
    if (period === null) return sendRefusal(reply, NO_MONTH);
    const asked = { period, query: request.query, nowMs: issuing.clock.now() };
    const order = await orderOf(months, callerOf(request), asked);
    return sendFile(parts, reply, {
      companyId: order.declaration.companyId,
      mediaType: ZIP,
      name: `f07-${request.params.month}.zip`,
      pieces: () => parts.writer.zip(declaredFiles(parts, order)),
    });
  });
}

function registerAnnex(app: App, { files, declarations, months, issuing }: ServerParts): void {
  const is = fileAnswer(CSV, 'El archivo que el portal toma.');
  const key = Type.String({ description: `Uno de ${ANNEXES.map((annex) => annex.key).join(', ')}.` });
  const schema = {
    params: Type.Object({ ...MONTH, annex: key }),
    querystring: CRITERIA_QUERY,
    response: { 200: is, ...REFUSED_OR_NOT_FOUND },
  };
  const config = { knowsAllParameters: true };
  app.get('/reports/f07/:month/annexes/:annex', { config, schema }, async (request, reply) => {
    const period = parsePeriod(request.params.month);
    if (period === null) return sendRefusal(reply, NO_MONTH);
    const annex = annexNamed(request.params.annex);
    if (annex === null) return sendRefusal(reply, refuse('annex_not_found'));
    const asked = { period, query: request.query, nowMs: issuing.clock.now() };
    const order = await orderOf(months, callerOf(request), asked);
    return sendFile({ files }, reply, {
      companyId: order.declaration.companyId,
      mediaType: CSV,
      name: annexFileName(annex, period),
      pieces: () => annexPieces(declarations, annex, order),
    });
  });
}
