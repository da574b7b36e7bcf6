import { expect, it } from 'vitest';
import { describeIdentifier } from '../../../test/support/identifier-cases.ts';
import { isPhone, parsePhone, whyNotPhone } from './phone.ts';

describeIdentifier({ name: 'phone', parse: parsePhone, is: isPhone, whyNot: whyNotPhone });

it('names the length or the missing digits', () => {
  expect(whyNotPhone('2222')).toBe('debe tener al menos 8 caracteres.');
  expect(whyNotPhone('no tiene')).toBe('el teléfono debe tener dígitos.');
});
