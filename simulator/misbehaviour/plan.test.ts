import { describe, expect, it } from 'vitest';
import { readMisbehaviour } from './action.ts';
import { seededChance } from './chance.ts';
import { createPlan, readFaults, readScript } from './plan.ts';

const ENDPOINTS = ['auth', 'recepcion'];

function planWith(body: unknown) {
  const plan = createPlan();
  const reading = readScript(body, ENDPOINTS);
  if (reading.kind === 'problem') throw new Error(reading.problem);
  plan.addScript(reading.value, 1000);
  return plan;
}

describe('readScript', () => {
  it.each([
    [null, 'each entry must be an object'],
    [{ service: 'recepcion' }, 'action must be one of'],
    [{ service: 'recepcion', action: 'toString' }, 'action must be one of'],
    [{ service: 'lote', action: 'reset' }, 'service must be one of all, auth, recepcion'],
    [{ service: 'all', action: 'reset', wen: 'after' }, 'unknown field wen'],
    [{ service: 'all', action: 'reset', when: 'later' }, 'when must be before or after'],
    [{ service: 'all', action: 'zombie', when: 'after' }, 'zombie has no other when'],
    [{ service: 'all', action: 'reset', times: 0 }, 'times must be an integer'],
    [{ service: 'all', action: 'status', status: 99 }, 'status must be an integer from 200 to 599'],
    [{ service: 'all', action: 'delay', delayMs: 1.5 }, 'delayMs must be an integer'],
    [{ service: 'all', action: 'delay', delayMs: '5' }, 'delayMs must be an integer'],
    [{ service: 'all', action: 'code', codigoMsg: '555' }, 'codigoMsg must be one of'],
    [{ service: 'all', action: 'code', codigoMsg: 100 }, 'codigoMsg must be one of'],
    [{ service: 'all', action: 'code', codigoMsg: [100], descripcionMsg: 'x' }, 'codigoMsg must be one of'],
    [{ service: 'all', action: 'code', clasificaMsg: [] }, 'clasificaMsg must be a text or a number'],
    [{ service: 'all', action: 'code', codigoMsg: '002', when: 'before' }, '002 means stamped'],
    [{ service: 'all', action: 'reset', nit: 5 }, 'nit must be a text'],
    [{ service: 'all', action: 'reset', probability: 1 }, 'unknown field probability'],
  ])('%j: %s', (body, problem) => {
    const reading = readScript(body, ENDPOINTS);
    expect(reading.kind === 'problem' && reading.problem).toContain(problem);
  });

  it('fills in what is not said', () => {
    const reading = readMisbehaviour({ service: 'all', action: 'drip' }, ENDPOINTS, []);
    expect(reading).toMatchObject({ value: { when: 'after', everyMs: 250, delayMs: 0, nit: null } });
  });
});

describe('readFaults', () => {
  it.each([
    [{}, 'probabilities must be an object by service'],
    [{ seed: 0.5, probabilities: {} }, 'seed must be an integer'],
    [{ probabilities: { recepcion: [{ action: 'reset' }] } }, 'probability must be a number from 0 to 1'],
    [{ probabilities: { recepcion: [{ action: 'reset', probability: 1.1 }] } }, 'probability must be'],
    [{ probabilities: { recepcion: [{ action: 'down', probability: 0.1 }] } }, 'down belongs into a script'],
    [{ probabilities: { recepcion: 0.5 } }, 'each entry must be an object'],
    [{ probabilities: { nothing: [{ action: 'reset', probability: 1 }] } }, 'service must be one of'],
  ])('%j: %s', (body, problem) => {
    const reading = readFaults(body, ENDPOINTS);
    expect(reading.kind === 'problem' && reading.problem).toContain(problem);
  });

  it('gives each fault the share of its probability', () => {
    const probabilities = {
      recepcion: [
        { action: 'reset', probability: 0.25 },
        { action: 'silence', probability: 0.5 },
      ],
    };
    const reading = readFaults({ seed: 3, probabilities }, ENDPOINTS);
    if (reading.kind === 'problem') throw new Error(reading.problem);
    const plan = createPlan();
    plan.setFaults(reading.value);
    const struck = Array.from({ length: 10_000 }, () => plan.next('recepcion', null, 0)?.action ?? 'none');
    const share = (action: string) => struck.filter((each) => each === action).length / struck.length;
    expect(share('reset')).toBeCloseTo(0.25, 1);
    expect(share('silence')).toBeCloseTo(0.5, 1);
    expect(plan.next('auth', null, 0)).toBeNull();
  });
});

describe('the plan', () => {
  it('has no more than the script says', () => {
    const plan = planWith([{ service: 'auth', action: 'reset', times: 2 }]);
    expect(plan.next('recepcion', null, 0)).toBeNull();
    expect(plan.next('auth', null, 0)?.action).toBe('reset');
    expect(plan.script()).toMatchObject([{ times: 1 }]);
    plan.clearScript();
    expect(plan.next('auth', null, 0)).toBeNull();
  });

  it('puts an outage before everything, until it ends', () => {
    const plan = planWith([
      { service: 'recepcion', action: 'status' },
      { service: 'recepcion', action: 'down', forMs: 500 },
    ]);
    expect(plan.next('recepcion', null, 1499)?.action).toBe('down');
    expect(plan.next('recepcion', null, 1500)?.action).toBe('status');
    expect(plan.next('recepcion', null, 1500)).toBeNull();
  });
});

it('the seeded chance stays within 0 and 1 and fills it evenly', () => {
  const chance = seededChance(42);
  const numbers = Array.from({ length: 20_000 }, chance);
  expect(Math.min(...numbers)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...numbers)).toBeLessThan(1);
  expect(numbers.reduce((sum, number) => sum + number) / numbers.length).toBeCloseTo(0.5, 1);
  expect(seededChance(-1)()).not.toBe(seededChance(0)());
});
