import { describe, expect, it } from 'vitest';
import type { Backlog } from '../operations/installation/metrics-ports.ts';
import { createMetrics } from './metrics.ts';
import { METRICS } from './metrics-table.ts';

const BACKLOG: Backlog = {
  documents: [
    { ambiente: '00', state: 'contingency', count: 3 },
    { ambiente: '01', state: 'in_flight', count: 1 },
  ],
  invalidations: 2,
  putAside: { documents: 1, invalidations: 0 },
  due: 4,
  oldestSeconds: 75.5,
  unreportedSeconds: 7_200,
  mails: { waiting: 6, oldestSeconds: 40 },
  clocks: [{ clock: 'report', secondsLeft: 3600, used: 0.9583 }],
};

describe('the measures of a node', () => {
  it('are those of the table, and those of the process', async () => {
    const { text, contentType } = createMetrics();
    const shown = await text(BACKLOG, { refusal: null, clockAheadMs: -12 });
    expect(contentType).toMatch(/^text\/plain; version=0\.0\.4/);
    for (const [name, { kind, help }] of Object.entries(METRICS)) {
      expect(shown).toContain(`# HELP ${name} ${help}\n# TYPE ${name} ${kind}\n`);
    }
    expect(shown).toMatch(/^process_cpu_seconds_total \d/m);
    const own = [...shown.matchAll(/^# TYPE (sello_\w+)/gm)].map(([, name]) => name);
    expect(own.sort()).toEqual(Object.keys(METRICS).sort());
  });

  it('say how busy the thread is, and nothing of its lag but at the look: that takes no timer', async () => {
    const { text } = createMetrics();
    const lags = [...(await text(null)).matchAll(/^# TYPE (nodejs_eventloop_\w+)/gm)].map(([, name]) => name);
    expect(lags).toEqual(['nodejs_eventloop_lag_seconds']);
    const busy = async () => Number(/^sello_busy_seconds_total (\S+)$/m.exec(await text(null))?.[1]);
    const before = await busy();
    const until = performance.now() + 50;
    while (performance.now() < until);
    const after = await busy();
    expect(after - before).toBeGreaterThan(0.04);
    expect(after).toBeLessThan(performance.now() / 1000);
  });

  it('count requests by route and outcome, and methods that somebody made up as one', async () => {
    const { meter, text } = createMetrics();
    for (const method of ['GET', 'GET', 'BREW', 'PURR'])
      meter.request({ route: '/status/:id_or_ref', method, status: 404, durationMs: 30 });
    meter.issuance({ tipoDte: '03', outcome: 'stamped', via: 'console', durationMs: 80 });
    meter.invalidation({ tipoDte: null, outcome: 'refused', via: 'api' });
    meter.call({ service: 'recepciondte', outcome: 'silent', durationMs: 8000 });
    const shown = await text(null);
    for (const line of [
      'sello_http_requests_total{route="/status/:id_or_ref",method="GET",status="404"} 2',
      'sello_http_requests_total{route="/status/:id_or_ref",method="other",status="404"} 2',
      'sello_http_request_duration_seconds_bucket{le="0.025",route="/status/:id_or_ref",method="GET"} 0',
      'sello_http_request_duration_seconds_bucket{le="0.05",route="/status/:id_or_ref",method="GET"} 2',
      'sello_issuances_total{doc_type="03",outcome="stamped",via="console"} 1',
      'sello_issuance_duration_seconds_sum{outcome="stamped",via="console"} 0.08',
      'sello_invalidations_total{doc_type="none",outcome="refused",via="api"} 1',
      'sello_authority_call_duration_seconds_sum{service="recepciondte",outcome="silent"} 8',
    ])
      expect(shown).toContain(`${line}\n`);
  });

  it('show what waits, and forget it when it is not known any more', async () => {
    const { text } = createMetrics();
    const shown = await text(BACKLOG);
    for (const line of [
      'sello_backlog_up 1',
      'sello_documents_waiting{environment="00",state="contingency"} 3',
      'sello_documents_waiting{environment="01",state="in_flight"} 1',
      'sello_documents_due 4',
      'sello_invalidations_waiting 2',
      'sello_put_aside{kind="documents"} 1',
      'sello_oldest_waiting_seconds 75.5',
      'sello_contingency_unreported_seconds 7200',
      'sello_contingency_seconds_left{clock="report"} 3600',
      'sello_contingency_used_ratio{clock="report"} 0.9583',
    ])
      expect(shown).toContain(`${line}\n`);
    const blind = await text(null);
    expect(blind).toContain('sello_backlog_up 0\n');
    expect(blind).not.toMatch(/sello_(?:documents|invalidations_waiting|put_aside|oldest|contingency)/);
  });

  it('ask at every look whose circuits are open', async () => {
    const { text, watchCircuits } = createMetrics();
    const open: { readonly ambiente: '00' | '01' }[] = [];
    watchCircuits(() => open);
    expect(await text(null)).toContain('sello_circuits_open{environment="01"} 0\n');
    open.push({ ambiente: '01' }, { ambiente: '01' });
    const shown = await text(null);
    expect(shown).toContain('sello_circuits_open{environment="00"} 0\n');
    expect(shown).toContain('sello_circuits_open{environment="01"} 2\n');
  });
});
