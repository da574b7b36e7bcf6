/**
 * What paper costs: a letter of one page, a ticket and a letter of 2,000 lines, each printed by a thread of the press,
 * with how long others wait meanwhile; and the memory that a thousand letters leave behind.
 *
 * Usage: node --expose-gc bench/paper.ts
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { PaperForm, PaperOrder } from '../src/operations/paper-ports.ts';
import { createPress, PRESS_LIMITS } from '../src/paper/press.ts';
import { deliveryFile, deliveryOf } from '../test/support/delivery-file.ts';

const ROUNDS = 200;
const LONG_ROUNDS = 15;
const LINES = 2000;
const CASE = '01-factura-v2/04-mixed-pharmacy-sale';
const BRANDING = { logo: null, color: '#0b6e4f' };

function orderOf(delivery: string, form: PaperForm): PaperOrder {
  return { form, delivery, isRejected: false, cancellation: { kind: 'none' }, branding: BRANDING };
}

/** The invoice with its lines over and over. */
function longDelivery(): string {
  const document = JSON.parse(deliveryFile(CASE));
  const lines: readonly object[] = document.cuerpoDocumento;
  const { firmaElectronica: _, selloRecibido: __, ...signed } = document;
  const cuerpoDocumento = Array.from({ length: LINES }, (_line, index) => ({
    ...lines[index % lines.length],
    numItem: index + 1,
  }));
  return deliveryOf(JSON.stringify({ ...signed, cuerpoDocumento }));
}

const press = createPress({ ...PRESS_LIMITS, mostKept: 0 });

/** What printing took, in milliseconds: on the clock, and of the processor, which other work does not lengthen much. */
interface Cost {
  readonly clock: number;
  readonly processor: number;
}

async function timed(order: PaperOrder): Promise<Cost> {
  const used = process.cpuUsage();
  const started = performance.now();
  await press.print(order, 'c1');
  const clock = performance.now() - started;
  const { user, system } = process.cpuUsage(used);
  return { clock, processor: (user + system) / 1000 };
}

async function series(order: PaperOrder, rounds: number): Promise<readonly Cost[]> {
  const costs: Cost[] = [];
  for (let round = 0; round < rounds; round += 1) costs.push(await timed(order));
  return costs;
}

/** Milliseconds by which a timer comes late, until told to stop. */
function pulse(): { stop(): Promise<readonly number[]> } {
  const late: number[] = [];
  let running = true;
  const beating = (async () => {
    while (running) {
      const started = performance.now();
      await sleep(1);
      late.push(performance.now() - started - 1);
    }
  })();
  return {
    async stop() {
      running = false;
      await beating;
      return late;
    },
  };
}

function tell(what: string, times: readonly number[]): void {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share: number) => (sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(1);
  process.stdout.write(
    `${what}: median ${at(0.5)} ms, middle half ${at(0.25)} to ${at(0.75)}, least ${at(0)}, most ${at(1)}\n`,
  );
}

function tellCosts(what: string, costs: readonly Cost[]): void {
  tell(
    `${what}, processor`,
    costs.map(({ processor }) => processor),
  );
  tell(
    `${what}, clock`,
    costs.map(({ clock }) => clock),
  );
}

function heapMb(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed / 1e6;
}

const letter = orderOf(deliveryFile(CASE), { kind: 'letter' });
const ticket = orderOf(deliveryFile(CASE), { kind: 'ticket', widthMm: 80 });
const long = orderOf(longDelivery(), { kind: 'letter' });

await series(letter, ROUNDS);
tellCosts('letter of one page', await series(letter, ROUNDS));
tellCosts('ticket', await series(ticket, ROUNDS));
await series(long, 3);
const beats = pulse();
tellCosts(`letter of ${LINES} lines, in the thread`, await series(long, LONG_ROUNDS));
tell('others meanwhile, late by', await beats.stop());
const before = heapMb();
await series(letter, 1000);
const after = heapMb();
process.stdout.write(
  `heap before and after 1,000 letters: ${before.toFixed(1)} and ${after.toFixed(1)} MB${globalThis.gc === undefined ? ' (not collected: run with --expose-gc)' : ''}\n`,
);
await press.close();
