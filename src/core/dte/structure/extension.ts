import { type Fields, nullable, object, type Shape } from './shape.ts';
import { text } from './text.ts';

/** The block `extension` of v1: who hands over and who receives; `more` are the fields that one type adds. */
export function extension(shortest: number, more: Fields = {}): Shape {
  const name = nullable(text({ min: shortest, max: 100 }));
  const document = nullable(text({ min: shortest, max: 25 }));
  return nullable(
    object({
      nombEntrega: name,
      docuEntrega: document,
      nombRecibe: name,
      docuRecibe: document,
      observaciones: nullable(text({ max: 3000 })),
      ...more,
    }),
  );
}
