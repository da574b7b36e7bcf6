import { refuse, refuseProblems } from '../../../core/refusals/refusal.ts';
import { listMonths } from '../../../operations/declarations/close-month.ts';
import { closingWith, versionsAt } from '../../../operations/declarations/closings.ts';
import { keptDifference, monthDifference } from '../../../operations/declarations/month-difference.ts';
import type { Closing } from '../../../operations/declarations/month-ports.ts';
import { readReconciliation } from '../../../operations/declarations/reconciled-month.ts';
import { Type } from '../../../schema/schema.ts';
import { REFUSED, REFUSED_OR_NOT_FOUND } from '../../answers.ts';
import type { App, ServerParts } from '../../app.ts';
import { MONTH, NO_MONTH } from '../../declaring.ts';
import { type ComparedClosings, DifferenceSchema, differenceAnswer } from '../../difference-answers.ts';
import { fileAnswer, sendFile } from '../../file-streams.ts';
import {
  ClosingsSchema,
  classRecordAnswer,
  closingAnswer,
  MonthsSchema,
  monthsAnswer,
} from '../../month-answers.ts';
import { monthAsked } from '../../month-asked.ts';
import { sendRefusal } from '../../problems.ts';
import {
  FINDINGS_OF_ANSWER,
  ReconciliationSchema,
  reconciliationAnswer,
} from '../../reconciliation-answers.ts';
import { callerOf } from '../../visit.ts';

/** GET /reports/f07/months and what is read of a closed month: its record, its files and what has changed since, and how it compares. */
export function registerF07Months(app: App, parts: ServerParts): void {
  registerList(app, parts);
  registerRecord(app, parts);
  registerFile(app, parts);
  registerDifference(app, parts);
  registerReconciliation(app, parts);
}

function registerList(app: App, { months, issuing }: ServerParts): void {
  const schema = { response: { 200: MonthsSchema, ...REFUSED } };
  app.get('/reports/f07/months', { schema }, async (request) => {
    const { companyId, company } = callerOf(request);
    const owner = { companyId, ambiente: company.ambiente };
    return monthsAnswer(await listMonths({ months }, owner, issuing.clock.now()));
  });
}

function registerRecord(app: App, { months, classes }: ServerParts): void {
  const schema = { params: Type.Object(MONTH), response: { 200: ClosingsSchema, ...REFUSED } };
  app.get('/reports/f07/:month/closing', { schema }, async (request, reply) => {
    const month = monthAsked(request);
    if (month === null) return sendRefusal(reply, NO_MONTH);
    const closings = await months.closings(month);
    const changes = await classes.changes(month);
    return {
      month: request.params.month,
      closings: closings.map(closingAnswer),
      class_changes: changes.map(classRecordAnswer),
    };
  });
}

const BYTES = 'application/octet-stream';

function registerFile(app: App, parts: ServerParts): void {
  const { months } = parts;
  const is = fileAnswer(BYTES, 'El archivo, tal como se guardó.');
  const params = Type.Object({
    ...MONTH,
    version: Type.String({ description: 'La versión cerrada, desde 1.' }),
    name: Type.String({ description: 'El nombre del archivo.' }),
  });
  const schema = { params, response: { 200: is, ...REFUSED_OR_NOT_FOUND } };
  app.get('/reports/f07/:month/closing/:version/files/:name', { schema }, async (request, reply) => {
    const { version, name } = request.params;
    const month = monthAsked(request);
    if (month === null) return sendRefusal(reply, NO_MONTH);
    const { companyId } = month;
    const closings = await months.closings(month);
    const closing = closingWith(closings, { version, name });
    if (closing === null) return sendRefusal(reply, refuse('closing_not_found'));
    const pieces = () => months.pieces(companyId, closing.closingId, name);
    return sendFile(parts, reply, { companyId, mediaType: BYTES, name, pieces });
  });
}

function registerDifference(app: App, { months, declarations, exportSlots }: ServerParts): void {
  const querystring = Type.Object({
    version: Type.Optional(
      Type.String({
        description: 'Una versión cerrada, desde 2: se compara la anterior con ella, y no con lo de ahora.',
      }),
    ),
  });
  const response = { 200: DifferenceSchema, ...REFUSED_OR_NOT_FOUND };
  const schema = { params: Type.Object(MONTH), querystring, response };
  app.get('/reports/f07/:month/difference', { schema }, async (request, reply) => {
    const month = monthAsked(request);
    if (month === null) return sendRefusal(reply, NO_MONTH);
    const closings = await months.closings(month);
    const compared = comparedAt(closings, request.query.version ?? null);
    if (compared === null) return sendRefusal(reply, refuse('closing_not_found'));
    const { former, later } = compared;
    const difference = await exportSlots.during(month.companyId, () =>
      later === null
        ? monthDifference({ declarations, months }, former, month)
        : keptDifference({ months }, { former, closing: later }, month),
    );
    return difference === null ? sendRefusal(reply, refuse('busy')) : differenceAnswer(compared, difference);
  });
}

/** The last closing and what it would be now, or the version that is asked for behind the one before it. */
function comparedAt(closings: readonly Closing[], version: string | null): ComparedClosings | null {
  const [last] = closings;
  if (version === null) return last === undefined ? null : { former: last, later: null };
  const versions = versionsAt(closings, version);
  return versions === null ? null : { former: versions.former, later: versions.closing };
}

const NO_PLACE = refuseProblems([
  { path: 'after', code: 'bad_format', message: 'Debe ser el next de la respuesta anterior.' },
]);
const PLACE = /^\d{1,18}$/;

function registerReconciliation(app: App, { reconciliations }: ServerParts): void {
  const querystring = Type.Object({
    after: Type.Optional(Type.String({ description: 'El next de la respuesta anterior.' })),
  });
  const schema = {
    params: Type.Object(MONTH),
    querystring,
    response: { 200: ReconciliationSchema, ...REFUSED },
  };
  app.get('/reports/f07/:month/reconciliation', { schema }, async (request, reply) => {
    const month = monthAsked(request);
    if (month === null) return sendRefusal(reply, NO_MONTH);
    const { after = '0' } = request.query;
    if (!PLACE.test(after)) return sendRefusal(reply, NO_PLACE);
    const part = { after, limit: FINDINGS_OF_ANSWER };
    return reconciliationAnswer(request.params.month, await readReconciliation(reconciliations, month, part));
  });
}
