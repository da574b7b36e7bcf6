import { describe, expect, it } from 'vitest';
import { completeDocument } from './complete-document.ts';

const body = { type: ['object', 'null'], title: 'InvalidationRequest', properties: {} };
const raw = {
  openapi: '3.1.0',
  components: { securitySchemes: { bearer: { type: 'http' } } },
  paths: {
    '/invalidate/{id_or_ref}': {
      post: {
        operationId: 'invalidateDocument',
        parameters: [{ name: 'id_or_ref', in: 'path' }],
        requestBody: { content: { 'application/json': { schema: body } } },
        responses: {
          200: { description: 'x', content: { 'application/json': { schema: { type: 'object' } } } },
          304: { description: 'x' },
          429: { description: 'x' },
        },
      },
    },
  },
};

describe('a completed description', () => {
  const document = completeDocument(raw);

  it('keeps what it had', () => {
    expect(document).toMatchObject({
      openapi: '3.1.0',
      components: { securitySchemes: { bearer: { type: 'http' } } },
    });
  });

  it('shows parameters, bodies and answers by example', () => {
    expect(document).toMatchObject({
      paths: {
        '/invalidate/{id_or_ref}': {
          post: {
            parameters: [{ name: 'id_or_ref', example: 'EXP-000007' }],
            requestBody: {
              content: { 'application/json': { examples: { 'con-motivo': { value: { type: 2 } } } } },
            },
            responses: {
              200: {
                content: {
                  'application/json': { examples: { 'otra-vez': { value: { invalidated: true } } } },
                },
              },
            },
          },
        },
      },
    });
  });

  it('asks for no body where null will do', () => {
    expect(document).toMatchObject({
      paths: { '/invalidate/{id_or_ref}': { post: { requestBody: { required: false } } } },
    });
  });

  it('gives every response its headers, and says the shared ones once', () => {
    const { responses } = JSON.parse(JSON.stringify(document)).paths['/invalidate/{id_or_ref}'].post;
    expect(Object.keys(responses['304'])).toEqual(['description', 'headers']);
    expect(Object.keys(responses['304'].headers)).toContain('X-RateLimit-Reset');
    expect(responses['429']).toEqual({ $ref: '#/components/responses/TooManyRequests' });
    expect(document).toMatchObject({
      components: {
        responses: {
          TooManyRequests: { headers: { 'Retry-After': { $ref: '#/components/headers/Retry-After' } } },
        },
      },
    });
  });
});
