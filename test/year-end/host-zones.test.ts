import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const run = promisify(execFile);
const PROGRAM = fileURLToPath(new URL('./issue-at-midnight.ts', import.meta.url));

/** Far to the east, far to the west, and at a quarter of an hour; minutes behind UTC. */
const ZONES = [
  ['Pacific/Kiritimati', -840],
  ['Pacific/Pago_Pago', 660],
  ['Asia/Kathmandu', -345],
] as const;

it.for(ZONES)('a host in %s issues by the calendar of El Salvador', async ([zone, offset]) => {
  const { stdout } = await run(process.execPath, [PROGRAM], { env: { ...process.env, TZ: zone } });
  const number = (correlative: number) => `DTE-01-M001P001-00000000000000${correlative}`;
  expect(JSON.parse(stdout)).toEqual({
    offset,
    documents: [
      [number(1), '2026-12-31', '06:00:00'],
      [number(2), '2026-12-31', '18:00:00'],
      [number(3), '2026-12-31', '23:59:59'],
      [number(1), '2027-01-01', '00:00:00'],
      [number(2), '2027-01-01', '06:00:00'],
      [number(3), '2027-01-01', '14:00:00'],
    ],
    motivo: expect.objectContaining({
      fInicio: '2026-12-31',
      hInicio: '23:59:59',
      fFin: '2027-01-01',
      hFin: '00:00:00',
    }),
  });
});
