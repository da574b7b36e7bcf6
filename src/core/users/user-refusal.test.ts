import { expect, it } from 'vitest';
import { refuseFields, refuseUser } from './user-refusal.ts';

it('a user is refused in the words and with the status of the code', () => {
  expect(refuseUser('too_many_tries', { seconds: '30' })).toEqual({
    kind: 'refused',
    code: 'too_many_tries',
    status: 429,
    detail: 'Demasiados intentos en poco tiempo; intente de nuevo en 30 s.',
    problems: [],
  });
});

it('fields are refused with everything that is wrong with them, in their order', () => {
  const problems = ['Es muy corta.', 'No es un correo.'].map((message, index) => ({
    path: `field_${index}`,
    code: 'bad_format' as const,
    message,
  }));
  expect(refuseFields(problems)).toMatchObject({
    status: 422,
    detail: 'Es muy corta. No es un correo.',
    problems,
  });
});
