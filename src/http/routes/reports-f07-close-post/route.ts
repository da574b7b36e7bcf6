import { parsePeriod } from '../../../core/declaring/period.ts';
import { refuse } from '../../../core/refusals/refusal.ts';
import { closeMonth } from '../../../operations/declarations/close-month.ts';
import { optional, type Static, Type, titledStrict } from '../../../schema/schema.ts';
import { REFUSED } from '../../answers.ts';
import type { App, ServerParts } from '../../app.ts';
import { MONTH, NO_MONTH } from '../../declaring.ts';
import { ClosingSchema, closingAnswer } from '../../month-answers.ts';
import { CRITERIA, orderOf } from '../../month-order.ts';
import { sendRefusal } from '../../problems.ts';
import { callerOf } from '../../visit.ts';

const WishSchema = titledStrict('ClosingRequest', {
  ...CRITERIA,
  amend: optional(
    Type.Boolean({
      description: 'Cierra otra vez un mes que cambió después de cerrarlo: una modificatoria.',
    }),
  ),
});
const BodySchema = Type.Unsafe<Static<typeof WishSchema> | null>({ ...WishSchema, type: ['object', 'null'] });

/** POST /reports/f07/{month}/close: keeps the export of a month as it was presented. */
export function registerF07Close(app: App, parts: ServerParts): void {
  const { issuing, exportSlots } = parts;
  const schema = {
    params: Type.Object(MONTH),
    body: BodySchema,
    response: { 200: ClosingSchema, ...REFUSED },
  };
  const config = { bodyMayBeEmpty: true };
  app.post('/reports/f07/:month/close', { config, schema }, async (request, reply) => {
    const period = parsePeriod(request.params.month);
    if (period === null) return sendRefusal(reply, NO_MONTH);
    const caller = callerOf(request);
    const wish = request.body ?? {};
    const asked = { period, query: wish, nowMs: issuing.clock.now() };
    const order = await orderOf(parts.months, caller, asked);
    const closed = await exportSlots.during(caller.companyId, () =>
      closeMonth(
        { ...parts, identity: () => issuing.identities.documentId() },
        { ...order, by: `clave ${caller.keyId}`, amends: wish.amend === true },
      ),
    );
    if (closed === null) return sendRefusal(reply, refuse('busy'));
    return closed.kind === 'refused' ? sendRefusal(reply, closed) : closingAnswer(closed.closing);
  });
}
