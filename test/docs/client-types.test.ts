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

  it('say once what answers have in common', () => {
    const names = Array.from({ length: 12 }, (_, at) => `field_${at}`);
    const schemaOf = (fields: readonly string[], changes = {}) => ({
      type: 'object',
      required: fields,
      properties: { ...Object.fromEntries(fields.map((name) => [name, { type: 'string' }])), ...changes },
    });
    const { answers } = clientTypes({
      paths: {},
      components: {
        schemas: {
          Whole: schemaOf([...names, 'more'], { field_3: { type: 'string', description: 'Otra cosa.' } }),
          Part: schemaOf(names),
          Other: schemaOf([...names, 'more'], { field_3: { type: 'number' } }),
        },
      },
    });
    expect(answers).toContain(
      'Whole extends Part {\n  /** Otra cosa. */\n  readonly field_3: string;\n  readonly more: string;\n}\n',
    );
    expect(answers).toContain('Other {\n  readonly field_0: string;\n');
  });
});
