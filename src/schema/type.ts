declare const MEANT: unique symbol;
/** Marks a field that may be left out; a JSON schema says so in the object around it. */
const OPTIONAL = Symbol('optional');

/** A JSON schema, and what it lets through as a type. */
export interface TSchema<Meant = unknown> {
  readonly [MEANT]?: Meant;
}

/** Keywords that stand beside those of the type. */
export type TSchemaOptions = Readonly<Record<string, unknown>>;

/** What a schema lets through. */
export type Static<Schema> = Schema extends TSchema<infer Meant> ? Meant : unknown;

interface TOptional {
  readonly [OPTIONAL]: true;
}

type Fields = Readonly<Record<string, TSchema>>;

type Needed<Of extends Fields> = {
  -readonly [Name in keyof Of as Of[Name] extends TOptional ? never : Name]: Static<Of[Name]>;
};
type Spared<Of extends Fields> = {
  -readonly [Name in keyof Of as Of[Name] extends TOptional ? Name : never]?: Static<Of[Name]>;
};
type Together<Parts> = { [Name in keyof Parts]: Parts[Name] };

interface Typed<Name extends string, Meant> extends TSchema<Meant> {
  readonly type: Name;
}

function typed<const Name extends string, Meant>(type: Name) {
  return (options: TSchemaOptions = {}): Typed<Name, Meant> => ({ type, ...options });
}

interface ArraySchema<Item extends TSchema> extends Typed<'array', Static<Item>[]> {
  readonly items: Item;
}

interface ObjectSchema<Of extends Fields> extends Typed<'object', Together<Needed<Of> & Spared<Of>>> {
  readonly properties: Of;
  readonly required?: readonly string[];
}

/** What a schema lets through is said by whoever writes it. */
const unsafe = <Meant>(schema: object): TSchema<Meant> => ({ ...schema });

/** Schemas by the type that they stand for, so that TypeScript and JSON Schema both know it. */
export const Type = {
  String: typed<'string', string>('string'),
  Number: typed<'number', number>('number'),
  Integer: typed<'integer', number>('integer'),
  Boolean: typed<'boolean', boolean>('boolean'),
  /** Anything. */
  Unknown: (options: TSchemaOptions = {}): TSchema => options,
  Unsafe: unsafe,
  /** One of these values. */
  Enum: <const Values extends readonly (string | number)[]>(values: Values, options: TSchemaOptions = {}) =>
    unsafe<Values[number]>({ enum: values, ...options }),
  /** What one of these schemas lets through. */
  Union: <const Schemas extends readonly TSchema[]>(schemas: Schemas, options: TSchemaOptions = {}) =>
    unsafe<Static<Schemas[number]>>({ anyOf: schemas, ...options }),
  Array: <Item extends TSchema>(items: Item, options: TSchemaOptions = {}): ArraySchema<Item> => ({
    type: 'array',
    items,
    ...options,
  }),
  Object<const Of extends Fields>(properties: Of, options: TSchemaOptions = {}): ObjectSchema<Of> {
    const required = Object.keys(properties).filter((name) => !(OPTIONAL in Object(properties[name])));
    return { type: 'object', ...(required.length === 0 ? {} : { required }), properties, ...options };
  },
  /** A field of an object that may be left out. */
  Optional: <Schema extends TSchema>(schema: Schema): Schema & TOptional => ({ ...schema, [OPTIONAL]: true }),
};
