import { describe, expect, it } from 'vitest';
import { ENDPOINTS } from '../endpoints/table.ts';
import { createPlan, type Faults, readFaults } from './plan.ts';

const SERVICES = ENDPOINTS.map(({ name }) => name);
const CALLS = 20_000;

function faultsOf(body: unknown): Faults {
  const reading = readFaults(body, SERVICES);
  if (reading.kind === 'problem') throw new Error(reading.problem);
  return reading.value;
}

/** The actions that strike calls of one service. */
function strikes(faults: Faults, service: string): readonly string[] {
  const plan = createPlan();
  plan.setFaults(faults);
  return Array.from({ length: CALLS }, () => plan.next(service, null, 0)?.action ?? 'none');
}

describe('a bad day', () => {
  const faults = faultsOf({ seed: 1, preset: 'bad-day' });

  it.each(SERVICES)('spoils two of five calls of %s', (service) => {
    const struck = strikes(faults, service).filter((action) => action !== 'none');
    expect(struck.length / CALLS).toBeCloseTo(0.4, 1);
  });

  it('has fourteen kinds of fault where answers have codes, and thirteen elsewhere', () => {
    const kinds = SERVICES.map((service) => new Set(strikes(faults, service)).size - 1);
    expect(Object.fromEntries(SERVICES.map((service, index) => [service, kinds[index]]))).toEqual({
      recepcion: 14,
      consulta: 14,
      lote: 14,
      consultalote: 14,
      auth: 13,
      contingencia: 13,
      invalidacion: 14,
    });
  });

  it('gives no verdict that is not true', () => {
    const codes = faults.faults.filter(({ action }) => action === 'code').map(({ codigoMsg }) => codigoMsg);
    expect(new Set(codes)).toEqual(new Set(['022', '099']));
  });

  it('is the same for the same seed', () => {
    const other = faultsOf({ seed: 2, preset: 'bad-day' });
    expect(strikes(faults, 'lote')).toEqual(strikes(faultsOf({ seed: 1, preset: 'bad-day' }), 'lote'));
    expect(strikes(faults, 'lote')).not.toEqual(strikes(other, 'lote'));
  });
});

it.each([
  [{ preset: 'good-day' }, 'preset must be one of bad-day, alone'],
  [{ preset: 'toString' }, 'preset must be one of bad-day, alone'],
  [{ preset: 'bad-day', probabilities: {} }, 'preset must be one of bad-day, alone'],
  [{ seed: 1 }, 'probabilities must be an object by service'],
])('%j: %s', (body, problem) => {
  expect(readFaults(body, SERVICES)).toEqual({ kind: 'problem', problem });
});
