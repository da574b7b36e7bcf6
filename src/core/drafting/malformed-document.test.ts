import { describe, expect, it } from 'vitest';
import { MalformedDocument } from './malformed-document.ts';

function problems(count: number) {
  return Array.from({ length: count }, (_, index) => ({
    path: `#/cuerpoDocumento/${index}`,
    message: 'is odd',
  }));
}

describe('a malformed document', () => {
  it('is an error that names type, generation and places', () => {
    const error = new MalformedDocument({ tipoDte: '14', generation: 'v1' }, problems(2));
    expect(error).toBeInstanceOf(Error);
    expect(error.name).toBe('MalformedDocument');
    expect(error.message).toBe(
      'a drafted document of type 14 (v1) is malformed: #/cuerpoDocumento/0 is odd; #/cuerpoDocumento/1 is odd',
    );
    expect(error.paths).toEqual(['#/cuerpoDocumento/0', '#/cuerpoDocumento/1']);
  });

  it('shows ten places and counts the others', () => {
    const error = new MalformedDocument({ tipoDte: '01', generation: 'v2' }, problems(2000));
    expect(error.message).toMatch(/cuerpoDocumento\/9 is odd; and 1990 more$/);
    expect(error.paths).toHaveLength(2000);
  });
});
