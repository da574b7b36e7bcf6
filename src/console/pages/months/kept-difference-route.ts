import type { FastifyInstance } from 'fastify';
import { periodText, periodWords } from '../../../core/declaring/period.ts';
import { type KeptVersions, versionsAt } from '../../../operations/declarations/closings.ts';
import { keptDifference, type MonthDifference } from '../../../operations/declarations/month-difference.ts';
import { html, type Markup } from '../../html.ts';
import { companyLayout } from '../../layout.ts';
import { sendTrouble } from '../../obstacle-pages.ts';
import { registerPage } from '../../page.ts';
import type { ConsoleParts } from '../../parts.ts';
import { addressIn, type CompanyVisit } from '../../visit.ts';
import { keptDifferenceSection } from './difference.ts';
import { monthOf, withMonth } from './month-visit.ts';

/** `/app/e/:slug/meses/:mes/cerrado/:version/cambios`: what a kept version has otherwise than the one before it. */
export function registerKeptDifference(app: FastifyInstance, parts: ConsoleParts): void {
  const { reading } = parts;
  registerPage(app, parts, {
    path: '/meses/:mes/cerrado/:version/cambios',
    permission: 'export',
    get: (visit, reply) =>
      withMonth(visit, reply, async ({ period }) => {
        const month = monthOf(visit, period);
        const versions = versionsAt(await reading.months.closings(month), visit.params['version'] ?? '');
        if (versions === null) return sendTrouble(reply, 'not_found');
        const difference = await reading.exportSlots.during(visit.companyId, () =>
          keptDifference(reading, versions, month),
        );
        return difference === null
          ? sendTrouble(reply, 'busy')
          : keptDifferencePage(visit, versions, difference);
      }),
  });
}

function keptDifferencePage(
  visit: CompanyVisit,
  versions: KeptVersions,
  difference: MonthDifference,
): Markup {
  const { period } = versions.closing;
  const month = periodWords(period);
  const title = `Qué cambió en ${month}`;
  const body = html`<main id="main">
<p><a href="${addressIn(visit, `/meses/${periodText(period)}`)}">${month}</a></p>
<h1>${title}</h1>
${keptDifferenceSection(versions, difference)}
</main>`;
  return companyLayout(visit, { title, body, active: 'months' });
}
