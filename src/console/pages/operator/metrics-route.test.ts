import { describe, expect, it } from 'vitest';
import { UNMETERED } from '../../../../test/support/composition.ts';
import { BROWSER, sharedBrowser } from '../../../../test/support/console-browser.ts';
import { shownText } from '../../../../test/support/console-caller.ts';
import { ownHouse } from '../../../../test/support/house.ts';
import { invoiceBody } from '../../../../test/support/request-bodies.ts';
import { sharedUser } from '../../../../test/support/shared-user.ts';
import { talliedMeter } from '../../../operations/installation/counting.ts';
import { createNodeHistory, type History } from '../../../operations/installation/node-history.ts';
import { drawnPart } from './metrics-route.ts';

/** A node that remembers half seconds as if they were minutes. */
const house = ownHouse({ history: { lookMs: 100, looks: 5 } });
const PATH = '/app/operador/metricas';
const operator = sharedUser(house, { role: 'operator', name: 'Olga Operadora' });

const shown = async (path: string) => {
  const { status, text } = await operator.get(path);
  expect([path, status]).toEqual([path, 200]);
  return shownText(text);
};

/** The numbers of a drawing's description. */
async function said(title: string): Promise<string> {
  return new RegExp(`aria-label="${title}: ([^"]*)"`).exec(await shown(PATH))?.[1] ?? '';
}

describe('the metrics', () => {
  it('draw what the node did, with the same in tables', async () => {
    for (let count = 0; count < 3; count += 1) await house.company.post('/invoice', invoiceBody());
    await house.authority.script({ service: 'recepcion', action: 'status', status: 503, times: 3 });
    await house.company.post('/invoice', invoiceBody());
    await expect.poll(() => said('Documentos por minuto')).toMatch(/^3 sellados, 1 en contingencia, 0 rech/);
    expect(await said('Llamadas a Hacienda por minuto')).toMatch(/[1-9]\d* sin respuesta/);
    expect(await said('Tiempo hasta el sello')).toMatch(/^la mitad en \d+ ms, 99 de cada 100 en/);
    await expect.poll(() => said('En cola, en toda la instalación')).toMatch(/^a lo más 1 documento /);
    expect(await said('Conexiones a la base de datos')).toMatch(/ en uso, de 10\.$/);
    const text = await shown(PATH);
    expect(text.match(/<svg viewBox/g)).toHaveLength(8);
    expect(text.match(/<table class="tight nums">/g)).toHaveLength(8);
    expect(text).toMatch(/<path class="bar tone-good" d="M[\d.]+ [\d.]+V/);
    expect(await shown(`${PATH}?vista=dia`)).toContain('aria-current="page">Último día</a>');
  });
});

/** A day of a busy installation, minute by minute: an hour of silence of the authority in it. */
function busyDay(): History {
  let nowMs = Date.UTC(2026, 10, 22, 14, 0);
  const { meter, take } = talliedMeter(UNMETERED);
  const history = createNodeHistory({ take, now: () => nowMs });
  for (let minute = 0; minute < 1_440; minute += 1) {
    nowMs += 60_000;
    const isSilent = minute % 480 > 440 && minute % 480 < 475;
    const sales = 140 + Math.round(60 * Math.sin(minute / 90)) + ((minute * 7_919) % 30);
    for (let sale = 0; sale < sales; sale += 1) {
      const outcome = isSilent ? 'contingency' : sale % 97 === 0 ? 'rejected' : 'stamped';
      const durationMs = 60 + ((sale * 31) % 90) + (sale % 60 === 0 ? (minute * 37) % 2_000 : 0);
      meter.issuance({ tipoDte: '01', outcome, via: 'api', durationMs });
      meter.call({ service: 'recepciondte', outcome: isSilent ? 'silent' : 'stamped', durationMs });
    }
    const taken = 3 + ((minute * 13) % 9);
    history.look({
      silentCompanies: isSilent ? 48 : 0,
      connections: { taken, most: 20, awaited: 0 },
      busy: sales / 400,
    });
    const count = isSilent ? (minute % 480) * 4 : (minute * 11) % 5;
    history.endMinute({
      documents: [{ ambiente: '01', state: 'contingency', count }],
      invalidations: 0,
      putAside: { documents: 0, invalidations: 0 },
      due: 0,
      oldestSeconds: isSilent ? ((minute % 480) - 440) * 60 : 2,
      unreportedSeconds: 0,
      mails: { waiting: (minute * 17) % 40, oldestSeconds: (minute * 3) % 70 },
      clocks: [],
    });
  }
  return history.read();
}

describe('a busy day', () => {
  it.each([false, true])('takes less than 60 kB (day: %s)', (isDay) => {
    const history = busyDay();
    const { text } = drawnPart({ history, isDay, nowMs: history.hour.at(-1)?.toMs ?? 0 });
    expect(text.length).toBeLessThan(50_000);
    expect(text.match(/<tr>/g)).toHaveLength(8 * (isDay ? 26 : 13) - (isDay ? 8 : 0));
  });
});

describe.skipIf(BROWSER === null)('the metrics in a browser (needs Chromium)', { timeout: 60_000 }, () => {
  const browser = sharedBrowser(house);

  it.each([
    [390, true],
    [390, false],
    [1_280, true],
    [1_280, false],
  ])('hinder nobody %i pixels wide (dark: %s)', async (width, isDark) => {
    const window = await browser.open({ token: operator.token, width, isDark });
    const history = busyDay();
    const drawn = drawnPart({ history, isDay: isDark, nowMs: history.hour.at(-1)?.toMs ?? 0 });
    const { text } = await operator.get(PATH);
    const body = `${text.slice(0, text.indexOf('<div id="graficas">'))}${drawn.text}</main></body></html>`;
    await window.page.route(`**${PATH}`, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body });
    });
    await window.go(PATH);
    await window.keep(`metricas-${width}-${isDark}`);
    expect(await window.hindrances()).toEqual([]);
    await window.page.evaluate(
      "document.querySelectorAll('figure details').forEach((one) => { one.open = true; })",
    );
    expect(await window.hindrances()).toEqual([]);
  });
});
