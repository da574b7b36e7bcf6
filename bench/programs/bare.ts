/** Fastify with nothing behind it: what a request costs before anything is done for it. */
import fastify from 'fastify';
import { serve } from './commands.ts';

const LINE = {
  type: 'object',
  required: ['description', 'quantity', 'unit_price'],
  properties: {
    description: { type: 'string' },
    quantity: { type: 'number' },
    unit_price: { type: 'number' },
  },
} as const;

const app = fastify();
app.get('/catalogs/units', async () => [{ code: '59', description: 'Unidad' }]);
app.post(
  '/invoice',
  { schema: { body: { type: 'object', properties: { lines: { type: 'array', items: LINE } } } } },
  async () => ({ dte_success: true }),
);

serve(await app.listen({ host: '127.0.0.1', port: 0 }), {});
