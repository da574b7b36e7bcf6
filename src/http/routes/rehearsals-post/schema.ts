import { optionalCode, optionalText, type Static, Type, titledStrict } from '../../../schema/schema.ts';

const BodySchema = titledStrict('RehearsalRequest', {
  generation: optionalCode(['v1', 'v2'], 'El esquema en que se ensaya; v2 por defecto.'),
  since: optionalText({
    max: 10,
    description: 'Solo los documentos desde este día, AAAA-MM-DD; todos si no se indica.',
  }),
});

/** The body of POST /rehearsals, which may be left out. */
export const RehearsalBodySchema = Type.Unsafe<Static<typeof BodySchema> | null>({
  ...BodySchema,
  type: ['object', 'null'],
});

export type RehearsalBody = Static<typeof RehearsalBodySchema>;
