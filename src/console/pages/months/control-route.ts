import type { FastifyInstance } from 'fastify';
import { readControl } from '../../../operations/declarations/declared-files.ts';
import { sendTrouble } from '../../obstacle-pages.ts';
import { registerPage } from '../../page.ts';
import type { ConsoleParts } from '../../parts.ts';
import { controlPage, shownSheet } from './control-view.ts';
import { orderFor } from './month-order.ts';
import { withMonth } from './month-visit.ts';

/** `/app/e/:slug/meses/:mes/control`: the control sheet of a month, which reads every document of it. */
export function registerControl(app: FastifyInstance, parts: ConsoleParts): void {
  const { reading } = parts;
  registerPage(app, parts, {
    path: '/meses/:mes/control',
    permission: 'export',
    get: (visit, reply) =>
      withMonth(visit, reply, async ({ period }) => {
        const order = await orderFor(parts, visit, { period, chosen: visit.query });
        const sheets = await reading.exportSlots.during(visit.companyId, async () => {
          const shown = [];
          for (const sheet of await readControl(reading, order)) shown.push(await shownSheet(sheet));
          return shown;
        });
        if (sheets === null) return sendTrouble(reply, 'busy');
        return controlPage(visit, {
          period,
          criteria: { ...order.declaration, encoding: order.encoding },
          sheets,
        });
      }),
  });
}
