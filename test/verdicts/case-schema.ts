import { type Static, Type } from '../../src/schema/schema.ts';

/** The services of the authority, under the names that the simulator gives them, and the portal where form F-07 is presented. */
const Service = Type.Enum([
  'auth',
  'recepcion',
  'consulta',
  'lote',
  'consultalote',
  'contingencia',
  'invalidacion',
  'portal',
]);

/** Who saw the answer: R an exchange with the real authority, B two sources or more, C one source, ? open. */
const Mark = Type.Enum(['R', 'B', 'C', '?']);

/** A document by type and generation, like `03-v1`, or an event by its version. */
const DocumentName = Type.String({ pattern: '^(?:\\d\\d-v[12]|contingencia-v[34]|invalidacion-v[23])$' });

/** Values by the path of what they change, like `resumen.pagos.0.montoPago`. */
const Changes = Type.Unsafe<Record<string, unknown>>({ type: 'object' });
const Some = Changes;

const closed = { additionalProperties: false };
const Sentence = Type.String({ pattern: '^[A-Z].{10,}\\.$' });

/** A call to the simulator, with a document that it accepts but for the changes. */
const CallSchema = Type.Object(
  {
    /** That of the case unless told. */
    service: Type.Optional(Service),
    /** What the product drafts of `request.json`, or else the document of the case, unless told. */
    document: Type.Optional(DocumentName),
    changes: Type.Optional(Changes),
    /** Changes of what is posted around the document. */
    envelope: Type.Optional(Changes),
    /** Signed with another key than the issuer's. */
    foreign: Type.Optional(Type.Unsafe<true>({ const: true })),
    /** Without a token. */
    anonymous: Type.Optional(Type.Unsafe<true>({ const: true })),
    /** Another address of the same service. */
    path: Type.Optional(Type.String({ pattern: '^/' })),
  },
  closed,
);

const ProductSchema = Type.Object(
  {
    /** A part of what `src/hacienda` reads out of `answer.json`. */
    reads: Type.Optional(Some),
    /** Parts of what the integrator is explained, statement by statement; by default that all of it is known. */
    explains: Type.Optional(Type.Array(Some, { minItems: 1 })),
    /** The path and a part of the body of the product's own call. */
    sends: Type.Optional(
      Type.Object({ path: Type.Optional(Type.String()), body: Type.Optional(Some) }, closed),
    ),
    /** A part of what `f07 check` finds in `annex.csv`, the file of an annex for June 2026. */
    checks: Type.Optional(Some),
    /** Values of the document that the product drafts of `request.json`, by their paths. */
    drafts: Type.Optional(Changes),
    /** Parts of the problems for which the product refuses `request.json`; `says` is in their message. */
    refuses: Type.Optional(Type.Array(Some, { minItems: 1 })),
    /** Parts of the warnings of its preview. */
    warns: Type.Optional(Type.Array(Some, { minItems: 1 })),
  },
  { ...closed, minProperties: 0 },
);

const SimulatorSchema = Type.Object(
  {
    /** What provokes the answer: the last call is answered by it. One plain call unless told. */
    calls: Type.Optional(Type.Array(CallSchema, { minItems: 1 })),
    /** How the simulator is told to answer so, where no document makes it. */
    script: Type.Optional(Some),
    /** How it is started. */
    options: Type.Optional(Some),
  },
  closed,
);

/** `case.json` of a folder of `cases/verdicts`. */
export const CaseSchema = Type.Object(
  {
    title: Type.String({ minLength: 10, maxLength: 120 }),
    source: Type.String({ minLength: 10 }),
    mark: Mark,
    service: Service,
    document: Type.Optional(DocumentName),
    /** The code that was sent, where the answer does not name it. */
    sent: Type.Optional(Type.String()),
    /** Members of the company's file, where it is not the smallest one. */
    company: Type.Optional(Some),
    /** What the authority was seen to seal: the product arrives at it, and the simulator takes nothing else. */
    amounts: Type.Optional(
      Type.Unsafe<Record<string, number>>({ type: 'object', additionalProperties: { type: 'number' } }),
    ),
    /** A sentence stands for a side that has nothing to do with the case, and says why. */
    expect: Type.Object(
      { product: Type.Union([ProductSchema, Sentence]), simulator: Type.Union([SimulatorSchema, Sentence]) },
      closed,
    ),
  },
  closed,
);

/** `answer.json`: the answer as the authority gave it. */
export const AnswerSchema = Type.Object(
  {
    /** Null where the source does not print it. */
    status: Type.Unsafe<number | null>({ type: ['integer', 'null'] }),
    body: Type.Unsafe<Record<string, unknown> | null>({ type: ['object', 'null'] }),
  },
  closed,
);

export type Case = Static<typeof CaseSchema>;
export type SimulatorCall = Static<typeof CallSchema>;
export type GivenAnswer = Static<typeof AnswerSchema>;
