import { parsePeriod } from '../../../core/declaring/period.ts';
import {
  isEstablishmentCode,
  whyNotEstablishmentCode,
} from '../../../core/identifiers/establishment-code.ts';
import { refuse, refuseProblems } from '../../../core/refusals/refusal.ts';
import {
  type BookOrder,
  bookFileName,
  bookNamed,
  bookPieces,
  VAT_BOOKS,
} from '../../../operations/declarations/books/book-files.ts';
import { Type } from '../../../schema/schema.ts';
import { REFUSED_OR_NOT_FOUND } from '../../answers.ts';
import type { App, ServerParts } from '../../app.ts';
import { choice, EXPORTS_CHOICE, MONTH, NO_MONTH } from '../../declaring.ts';
import { sendFile } from '../../file-streams.ts';
import { orderOf } from '../../month-order.ts';
import { sendRefusal } from '../../problems.ts';
import { callerOf } from '../../visit.ts';

const MEDIA_TYPES = {
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

const QUERY = Type.Object({
  format: choice(['pdf', 'xlsx'], 'pdf, listo para imprimir y por defecto, o xlsx.'),
  establishment: Type.Optional(
    Type.String({ description: 'El código de un establecimiento, como M001; sin él, todos juntos.' }),
  ),
  exports: EXPORTS_CHOICE,
});

const PARAMS = Type.Object({
  ...MONTH,
  book: Type.String({ description: `Uno de ${VAT_BOOKS.map(({ key }) => key).join(', ')}.` }),
});

const FILE = { schema: { type: 'string', format: 'binary' } };
const ANSWER = {
  description: 'El libro del mes.',
  content: { [MEDIA_TYPES.pdf]: FILE, [MEDIA_TYPES.xlsx]: FILE },
};

/** GET /reports/books/{month}/{book}: a book of IVA, to print or as a workbook. */
export function registerReportsBooksGet(app: App, parts: ServerParts): void {
  const schema = { params: PARAMS, querystring: QUERY, response: { 200: ANSWER, ...REFUSED_OR_NOT_FOUND } };
  const config = { knowsAllParameters: true };
  app.get('/reports/books/:month/:book', { config, schema }, async (request, reply) => {
    const period = parsePeriod(request.params.month);
    if (period === null) return sendRefusal(reply, NO_MONTH);
    const book = bookNamed(request.params.book);
    if (book === null) return sendRefusal(reply, refuse('book_not_found'));
    const { establishment = null } = request.query;
    if (establishment !== null && !isEstablishmentCode(establishment))
      return sendRefusal(reply, noEstablishment(establishment));
    const { format = 'pdf', exports } = request.query;
    const asked = { period, query: { exports }, nowMs: parts.issuing.clock.now() };
    const order: BookOrder = {
      ...(await orderOf(parts.months, callerOf(request), asked)),
      establishment,
      book,
      format,
    };
    return sendFile(parts, reply, {
      companyId: order.declaration.companyId,
      mediaType: MEDIA_TYPES[order.format],
      name: bookFileName(order),
      pieces: () => bookPieces(parts, order),
    });
  });
}

function noEstablishment(text: string) {
  const message = whyNotEstablishmentCode(text) ?? '';
  return refuseProblems([{ path: 'establishment', code: 'bad_format', message }]);
}
