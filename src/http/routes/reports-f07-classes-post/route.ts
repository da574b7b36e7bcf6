import { refuse } from '../../../core/refusals/refusal.ts';
import { ClassChangeSchema, readClassChange } from '../../../requests/class-change.ts';
import { Type } from '../../../schema/schema.ts';
import { REFUSED } from '../../answers.ts';
import type { App, ServerParts } from '../../app.ts';
import { MONTH, NO_MONTH } from '../../declaring.ts';
import { ClassRecordSchema, classRecordAnswer } from '../../month-answers.ts';
import { monthAsked } from '../../month-asked.ts';
import { sendRefusal } from '../../problems.ts';
import { callerOf } from '../../visit.ts';

/** POST /reports/f07/{month}/classes: gives documents of a month other codes of the income tax, before it is closed. */
export function registerF07Classes(app: App, { classes }: ServerParts): void {
  const schema = {
    params: Type.Object(MONTH),
    body: ClassChangeSchema,
    response: { 200: ClassRecordSchema, ...REFUSED },
  };
  app.post('/reports/f07/:month/classes', { schema }, async (request, reply) => {
    const month = monthAsked(request);
    if (month === null) return sendRefusal(reply, NO_MONTH);
    const change = readClassChange(request.body);
    if (change.kind === 'refused') return sendRefusal(reply, change);
    const made = await classes.change(month, change, { by: `clave ${callerOf(request).keyId}` });
    return made === null ? sendRefusal(reply, refuse('month_closed')) : classRecordAnswer(made);
  });
}
