import type { InvalidationWish, PersonWish } from '../core/adjusting/read-motivo.ts';
import type { TipoAnulacion } from '../core/dte/invalidacion.ts';
import { optionalText, type Static, Type, titledStrict } from '../schema/schema.ts';

const PersonSchema = titledStrict('Person', {
  name: Type.String({ minLength: 1, maxLength: 100, description: 'Nombre, de 5 a 100 caracteres.' }),
  document_type: Type.String({
    minLength: 2,
    maxLength: 2,
    description: 'CAT-022: 02 carnet, 03 pasaporte, 13 DUI, 36 NIT, 37 otro.',
  }),
  document_number: Type.String({ minLength: 1, maxLength: 40, description: 'Número del documento.' }),
});

type PersonBody = Static<typeof PersonSchema>;

function person(description: string) {
  return Type.Optional(
    Type.Unsafe<PersonBody | null>({ ...PersonSchema, type: ['object', 'null'], description }),
  );
}

const BodySchema = titledStrict('InvalidationRequest', {
  type: Type.Optional(
    Type.Unsafe<TipoAnulacion | null>({
      type: ['integer', 'string', 'null'],
      enum: [1, 2, 3, '1', '2', '3', null],
      description:
        'CAT-024: 1 error en el documento, 2 rescisión de la operación, 3 otro motivo. Sin él, el de la empresa.',
    }),
  ),
  reason: optionalText({
    max: 200,
    description: 'Motivo, de 5 a 200 caracteres; obligatorio con type 3. Sin él, el de la empresa.',
  }),
  responsible: person('Quien responde por la invalidación; sin él, el de la empresa.'),
  requester: person('Quien la solicita; sin él, el de la empresa.'),
  replacement_document_id: optionalText({
    max: 100,
    description:
      'Identificador o external_ref del documento sellado, del mismo tipo, que reemplaza al invalidado; obligatorio con type 1 y 3, salvo en notas.',
  }),
});

/** The body of POST /invalidate and POST /invalidate/suex (design section 7), which may be absent. */
export const InvalidationBodySchema = Type.Unsafe<Static<typeof BodySchema> | null>({
  ...BodySchema,
  type: ['object', 'null'],
});

export type InvalidationBody = Static<typeof InvalidationBodySchema>;

/** The wire body in our own names. */
export function wishOf(body: InvalidationBody): InvalidationWish {
  return {
    type: body?.type ?? null,
    reason: body?.reason ?? null,
    responsible: personOf(body?.responsible),
    requester: personOf(body?.requester),
    replacement: body?.replacement_document_id ?? null,
  };
}

function personOf(body: PersonBody | null | undefined): PersonWish | null {
  if (body == null) return null;
  return { name: body.name, documentType: body.document_type, documentNumber: body.document_number };
}
