import type { FastifyInstance } from 'fastify';
import { registerOperatorPage } from '../../page.ts';
import type { ConsoleParts } from '../../parts.ts';
import { METRICS_PATH, metricsPage } from './metrics-view.ts';

/** `/app/operador/metricas`: what the node that answers did in the last hour, or with `?vista=dia` in the last day. */
export function registerOperatorMetrics(app: FastifyInstance, parts: ConsoleParts): void {
  registerOperatorPage(app, parts, {
    path: METRICS_PATH,
    get: (visit) =>
      metricsPage(visit, {
        history: parts.operating.history.read(),
        isDay: visit.query.one('vista') === 'dia',
        nowMs: parts.clock.now(),
      }),
  });
}
