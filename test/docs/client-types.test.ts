import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { clientTypes } from '../../tools/docs/client-types.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const committed = (path: string): string => readFileSync(resolve(ROOT, path), 'utf8');

describe('the types of the client', () => {
  it.each(['requests', 'answers'] as const)('are committed as they are generated: sdk/%s.ts', (name) => {
    const types = clientTypes(JSON.parse(committed('docs/openapi.json')));
    expect(committed(`sdk/${name}.ts`) === types[name], `sdk/${name}.ts is stale: npm run docs`).toBe(true);
  });

  it('say what is required, what may be null, and what each field means', () => {
    const shared = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };
    const reference = { $ref: '#/components/schemas/Person' };
    const { requests, answers } = clientTypes({
      paths: {
        '/x': {
          post: {
            requestBody: {
              content: { 'application/json': { schema: { $ref: '#/components/schemas/Sale' } } },
            },
          },
        },
      },
      components: {
        schemas: {
          Person: shared,
          Sale: {
            type: 'object',
            required: ['lines'],
            properties: {
              lines: { type: 'array', items: { type: ['string', 'null'] }, description: 'Qué se vende.' },
              kind: { enum: ['a', null] },
              buyer: { anyOf: [reference, { type: 'null' }] },
            },
          },
          Seen: { type: 'object', required: ['by', 'raw'], properties: { by: reference, raw: {} } },
        },
      },
    });
    expect(requests.split('\n').slice(2)).toEqual([
      'export interface Person {',
      '  readonly name: string;',
      '}',
      '',
      'export interface Sale {',
      '  /** Qué se vende. */',
      '  readonly lines: readonly (string | null)[];',
      "  readonly kind?: 'a' | null | undefined;",
      '  readonly buyer?: Person | null | undefined;',
      '}',
      '',
    ]);
    expect(answers.split('\n').slice(2)).toEqual([
      "import type { Person } from './requests.ts';",
      '',
      'export interface Seen {',
      '  readonly by: Person;',
      '  readonly raw: unknown;',
      '}',
      '',
    ]);
  });
});
