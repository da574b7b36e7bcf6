import { beforeAll, describe, expect, it } from 'vitest';
import { type ConsoleUser, signedIn } from '../../../../test/support/console-caller.ts';
import { sharedHouse } from '../../../../test/support/house.ts';

const house = sharedHouse();
let operator: ConsoleUser;

beforeAll(async () => {
  operator = await signedIn(house, { role: 'operator', name: 'Olga Operadora' });
});

const shown = async (path: string) => {
  const { status, text } = await operator.get(path);
  expect([path, status]).toEqual([path, 200]);
  return text.slice(text.indexOf('<main'));
};

describe('the installation', () => {
  it('shows what waits and how the node stands', async () => {
    const text = await shown('/app/operador/instalacion');
    expect(text).toContain('Este nodo numera y Hacienda responde.');
    expect(text).toContain('Nada espera.');
  });
});
