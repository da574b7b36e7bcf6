import { annexFileName } from '../../../core/declaring/annex-text.ts';
import { ANNEXES, annexNamed } from '../../../core/declaring/annexes.ts';
import { type Period, parsePeriod } from '../../../core/declaring/period.ts';
import { refuse } from '../../../core/refusals/refusal.ts';
import type { Caller } from '../../../operations/access/ports.ts';
import {
  annexPieces,
  declaredFiles,
  type MonthOrder,
} from '../../../operations/declarations/declared-files.ts';
import { type Static, Type } from '../../../schema/schema.ts';
import { REFUSED, REFUSED_OR_NOT_FOUND } from '../../answers.ts';
import type { App, ServerParts } from '../../app.ts';
import { choice, EXPORTS_CHOICE, MONTH, NO_MONTH } from '../../declaring.ts';
import { type FileStreams, fileAnswer, fileStreams } from '../../file-streams.ts';
import { sendRefusal } from '../../problems.ts';
import { callerOf } from '../../visit.ts';

const ZIP = 'application/zip';
const CSV = 'text/csv; charset=windows-1252';

const QUERY = Type.Object({
  notes: choice(
    ['positive', 'negative'],
    'Las notas de crédito del anexo 1: positive, como dice el manual y por defecto; negative, con montos negativos.',
  ),
  exports: EXPORTS_CHOICE,
  codes: choice(
    ['36', '32'],
    'El código de generación de los anulados: 36 caracteres, con guiones, por defecto; 32, sin ellos.',
  ),
  names: choice(
    ['plain', 'accents'],
    'Los nombres: plain, en mayúsculas sin tildes, por defecto; accents, tal como son, en Windows-1252.',
  ),
});

/** GET /reports/f07/{month} and /reports/f07/{month}/annexes/{annex}: what a month declares, as the portal takes it. */
export function registerReportsF07(app: App, parts: ServerParts): void {
  const streamed = { ...parts, stream: fileStreams(app, parts.exportSlots) };
  registerMonth(app, streamed);
  registerAnnex(app, streamed);
}

type StreamingParts = ServerParts & { readonly stream: FileStreams };

function registerMonth(app: App, { stream, declarations, writer, sheets, issuing }: StreamingParts): void {
  const is = fileAnswer(ZIP, 'Los anexos, el detalle del F-14 y la hoja de control.');
  app.get(
    '/reports/f07/:month',
    {
      config: { knowsAllParameters: true },
      schema: { params: Type.Object(MONTH), querystring: QUERY, response: { 200: is, ...REFUSED } },
    },
    async (request, reply) => {
      const period = parsePeriod(request.params.month);
      if (period === null) return sendRefusal(reply, NO_MONTH);
      const order = orderOf(callerOf(request), period, { query: request.query, nowMs: issuing.clock.now() });
      return stream(request, reply, {
        companyId: order.declaration.companyId,
        mediaType: ZIP,
        name: `f07-${request.params.month}.zip`,
        pieces: () => writer.zip(declaredFiles({ declarations, writer, sheets }, order)),
      });
    },
  );
}

function registerAnnex(app: App, { stream, declarations, issuing }: StreamingParts): void {
  const is = fileAnswer(CSV, 'El archivo que el portal toma.');
  const key = Type.String({ description: `Uno de ${ANNEXES.map((annex) => annex.key).join(', ')}.` });
  app.get(
    '/reports/f07/:month/annexes/:annex',
    {
      config: { knowsAllParameters: true },
      schema: {
        params: Type.Object({ ...MONTH, annex: key }),
        querystring: QUERY,
        response: { 200: is, ...REFUSED_OR_NOT_FOUND },
      },
    },
    async (request, reply) => {
      const period = parsePeriod(request.params.month);
      if (period === null) return sendRefusal(reply, NO_MONTH);
      const annex = annexNamed(request.params.annex);
      if (annex === null) return sendRefusal(reply, refuse('annex_not_found'));
      const order = orderOf(callerOf(request), period, { query: request.query, nowMs: issuing.clock.now() });
      return stream(request, reply, {
        companyId: order.declaration.companyId,
        mediaType: CSV,
        name: annexFileName(annex, period),
        pieces: () => annexPieces(declarations, annex, order),
      });
    },
  );
}

function orderOf(
  { companyId, company }: Caller,
  period: Period,
  { query, nowMs }: { readonly query: Static<typeof QUERY>; readonly nowMs: number },
): MonthOrder {
  return {
    declaration: {
      companyId,
      ambiente: company.ambiente,
      period,
      notesAreNegative: query.notes === 'negative',
      exportsWithFreight: query.exports === 'with_freight',
      codesWithoutHyphens: query.codes === '32',
    },
    declarer: company,
    encoding: query.names === 'accents' ? 'windows-1252' : 'plain',
    madeMs: nowMs,
  };
}
