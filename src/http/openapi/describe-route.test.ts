import { expect, it } from 'vitest';
import { Type } from '../../schema/schema.ts';
import { describeRoute } from './describe-route.ts';

it('describes parameters, body and answers by their schemas', () => {
  const described = describeRoute({
    querystring: Type.Object({
      q: Type.String({ minLength: 2, description: 'Qué se busca.' }),
      token: Type.Optional(Type.String()),
    }),
    params: Type.Object({ id: Type.String() }),
    body: Type.Object({ kind: Type.Unsafe<'x'>({ type: 'string', const: 'x' }) }),
    response: {
      200: Type.Object({ done: Type.Boolean() }, { description: 'Hecho.' }),
      304: { type: 'null', description: 'Igual.' },
      404: { description: 'Nada.', content: { 'text/plain': { schema: { type: 'string' } } } },
    },
  });
  expect(described).toEqual({
    requestBody: {
      content: {
        'application/json': {
          schema: {
            type: 'object',
            required: ['kind'],
            properties: { kind: { type: 'string', enum: ['x'] } },
          },
        },
      },
    },
    parameters: [
      {
        schema: { type: 'string', minLength: 2 },
        in: 'query',
        name: 'q',
        required: true,
        description: 'Qué se busca.',
      },
      { schema: { type: 'string' }, in: 'query', name: 'token', required: false },
      { schema: { type: 'string' }, in: 'path', name: 'id', required: true },
    ],
    responses: {
      200: {
        description: 'Hecho.',
        content: {
          'application/json': {
            schema: {
              type: 'object',
              required: ['done'],
              properties: { done: { type: 'boolean' } },
              description: 'Hecho.',
            },
          },
        },
      },
      304: { description: 'Igual.' },
      404: { description: 'Nada.', content: { 'text/plain': { schema: { type: 'string' } } } },
    },
  });
});

it('leaves out the credentials that a security scheme describes, and what a route has not', () => {
  const querystring = Type.Object({ token: Type.Optional(Type.String()) });
  expect(describeRoute({ querystring }, ['token'])).toEqual({ responses: {} });
});
