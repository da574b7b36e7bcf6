import { expect, it } from 'vitest';
import { createCallLog } from './call-log.ts';

const call = (service: string, nit: string | null = null) => ({
  service,
  path: `/${service}`,
  nit,
  at: '2026-11-20T16:00:00.000Z',
  codigoGeneracion: null,
  userAgent: null,
  misbehaviour: null,
});

it('shows a call as pending until its outcome is known', () => {
  const log = createCallLog();
  const finish = log.add(call('auth'));
  expect(log.calls()).toMatchObject([{ service: 'auth', outcome: 'pending' }]);
  finish(200);
  expect(log.calls()).toMatchObject([{ service: 'auth', outcome: 200 }]);
});

it('keeps the newest thousand and counts them all', () => {
  const log = createCallLog();
  for (let turn = 0; turn < 1500; turn += 1)
    log.add(call(turn % 3 === 0 ? 'auth' : 'recepcion', String(turn)));
  expect(log.calls()).toHaveLength(1000);
  expect(log.calls()[0]?.nit).toBe('500');
  expect(log.counts()).toEqual({ auth: 500, recepcion: 1000 });
});

it('counts addresses as they were called, without the codes in them', () => {
  const log = createCallLog();
  const lote = '/consultadtelote/CF89B21E-4268-4711-832D-8A54866B1763';
  for (const path of ['/consultadte', '/consultadte/', '/consultadte', lote, lote.replace('CF', 'FF')])
    log.add({ ...call('consulta'), path });
  expect(log.addresses()).toEqual({
    '/consultadte': 2,
    '/consultadte/': 1,
    '/consultadtelote/CODIGO': 2,
  });
});

it('starts again when it is cleared', () => {
  const log = createCallLog();
  const finish = log.add(call('auth'));
  log.clear();
  finish(200);
  expect([log.calls(), log.counts(), log.addresses()]).toEqual([[], {}, {}]);
});
