import fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { emptyInterface } from '../../tools/docs/openapi.ts';
import { Type } from '../schema/schema.ts';
import { createCompilers } from './compilers.ts';

const Answer = Type.Object({ said: Type.String() });

function serverWith(schema: object) {
  const compilers = createCompilers();
  const app = fastify({ schemaController: { compilersFactory: compilers.factory } });
  app.setValidatorCompiler(compilers.validator);
  app.post('/', { schema }, async (request) => ({ said: JSON.stringify(request.body), secret: 'kept' }));
  return { app, compilers };
}

describe('the schemas of a server', () => {
  it('can all be compiled, although a node compiles each when it is needed', async () => {
    const compilers = createCompilers();
    const app = emptyInterface(compilers);
    await app.ready();
    await compilers.prepare();
    await app.close();
  });

  it.each([{ body: { type: 'strange' } }, { response: { 200: { type: 'strange' } } }])(
    'are found where one cannot be compiled: %j',
    async (schema) => {
      const { app, compilers } = serverWith(schema);
      await app.ready();
      await compilers.prepare(['/elsewhere']);
      const again = serverWith(schema);
      await again.app.ready();
      await expect(again.compilers.prepare(['/'])).rejects.toThrow(/strange|type/);
    },
  );

  it.each(['before', 'after'])('judge requests and answers %s they are prepared', async (time) => {
    const { app, compilers } = serverWith({ body: Answer, response: { 200: Answer } });
    app.setErrorHandler((error, _request, reply) => reply.code(400).send({ name: Object(error).name }));
    await app.ready();
    if (time === 'after') await compilers.prepare();
    const good = await app.inject({ method: 'POST', url: '/', payload: { said: 'x' } });
    expect(good.json()).toEqual({ said: '{"said":"x"}' });
    const bad = await app.inject({ method: 'POST', url: '/', payload: { said: 1 } });
    expect([bad.statusCode, bad.json()]).toEqual([400, { name: 'InvalidRequest' }]);
  });
});
