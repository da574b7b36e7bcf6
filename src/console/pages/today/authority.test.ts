import { expect, it } from 'vitest';
import { NEW_COMPANY } from '../../../../test/support/day-sums.ts';
import type { CompanyStanding } from '../../../operations/today/ports.ts';
import type { AuthorityState, Today } from '../../../operations/today/read-today.ts';
import { authorityPanel } from './authority.ts';

const NOW = Date.parse('2026-11-23T20:00:00Z');
const HOUR = 3_600_000;

function panel(authority: Partial<AuthorityState>, standing: Partial<CompanyStanding> = {}): string {
  const today: Today = {
    day: '2026-11-23',
    nowMs: NOW,
    totals: [],
    line: [],
    gap: null,
    authority: { isSilent: false, cause: null, refusal: null, ...authority },
    standing: {
      ...NEW_COMPANY,
      certificate: { notBeforeMs: 0, notAfterMs: NOW + 400 * 24 * HOUR },
      hasCredentials: true,
      ...standing,
    },
  };
  return String(authorityPanel(today));
}

it.each([
  [{}, {}, 'good', 'Todo en orden'],
  [{ isSilent: true }, {}, 'warn', 'Hacienda no responde'],
  [{ isSilent: true, cause: 'sign_in_refused' }, {}, 'bad', 'Hacienda rechaza la contraseña'],
  [{ refusal: 'forgot' }, {}, 'bad', 'No se puede emitir'],
  [{ refusal: 'clocks_apart', isSilent: true }, {}, 'bad', 'No se puede emitir'],
  [{ refusal: 'journal' }, {}, 'bad', 'No se puede emitir'],
  [{ refusal: 'signer' }, {}, 'bad', 'No se puede emitir'],
  [{}, { certificate: null }, 'warn', 'Falta configurar la empresa'],
  [{}, { hasCredentials: false }, 'warn', 'Falta configurar la empresa'],
] as const)('says what stands in the way: %j %j', (authority, standing, tone, title) =>
  expect(panel(authority, standing)).toContain(`<p class="state ${tone}">${title}</p>`),
);

it('says since when something waits and when the last seal came', () => {
  const waiting = { documents: 3, isAtLeast: true, sinceMs: NOW - 2 * HOUR };
  const text = panel({}, { waiting, lastStampMs: NOW - 10 * 60_000 });
  expect(text).toContain('3 documentos, o más, el primero desde 23/11/2026 12:00');
  expect(text).toContain('hace 10 min (23/11/2026 13:50)');
});

it('counts down to what has to be done', () => {
  const text = panel(
    {},
    {
      clocks: [
        { clock: 'report', startMs: 0, untilMs: NOW + 5 * HOUR, documents: 1 },
        { clock: 'transmit', startMs: 0, untilMs: NOW - HOUR, documents: 2 },
      ],
      certificate: { notBeforeMs: 0, notAfterMs: NOW + 30 * 24 * HOUR },
    },
  );
  expect(text).toContain('<span class="chip bad">Quedan 5 h</span>');
  expect(text).toContain('<span class="chip bad">Vencido hace 1 h</span>');
  expect(text).toContain('Renovar el certificado');
  expect(text).toContain('<span class="chip warn">Quedan 30 días</span>');
});
