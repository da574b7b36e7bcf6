import { offeredCatalogs } from '../../src/catalogs/offered-catalogs.ts';
import { IssuedSchema, StatusSchema } from '../../src/http/answers.ts';
import { InvalidationSchema } from '../../src/http/invalidation-answers.ts';
import { IssuedNoteSchema, NoteStatusSchema } from '../../src/http/note-answers.ts';
import { RehearsalSchema } from '../../src/http/rehearsal-answers.ts';
import { PreviewSchema } from '../../src/http/routes/preview-post/schema.ts';
import { RehearsalBodySchema } from '../../src/http/routes/rehearsals-post/schema.ts';
import { CreditMemoBodySchema } from '../../src/requests/credit-memo/schema.ts';
import { InvalidationBodySchema } from '../../src/requests/invalidation-fields.ts';
import { InvoiceBodySchema } from '../../src/requests/invoice/schema.ts';
import { SuexBodySchema } from '../../src/requests/suex/schema.ts';

/** What the page reads of a JSON schema. */
interface FieldSchema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, FieldSchema>>;
  readonly required?: readonly string[];
  readonly items?: FieldSchema;
  readonly maxLength?: number;
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'texto',
  number: 'número',
  integer: 'entero',
  boolean: 'booleano',
  object: 'objeto',
  array: 'lista',
};

/** How bodies are read, whatever language writes them. */
const READING = [
  '## Cómo se lee un cuerpo',
  '',
  '- Los blancos de los extremos de un texto no cuentan: se quitan antes de mirar nada más, en todos los campos, también en',
  '  códigos, correos y números escritos como texto (`"1.50 "`), y en los textos de la dirección. Son los que quita `trim` en',
  '  JavaScript (espacios de cualquier ancho, tabuladores, fines de línea) y NUL, con que se rellenan los campos de largo fijo',
  '  y que quita `trim` en PHP. Un texto de puros blancos es `""`. Los de adentro quedan como van.',
  '- Un campo que no es obligatorio puede omitirse, o ir en `null` o en `""`; un objeto que no es obligatorio, también en',
  '  `[]`, que es como PHP escribe un objeto vacío. Las cuatro formas son lo mismo.',
  '- Un campo desconocido es un error 400 que dice el parecido, salvo que vaya en `null` o en `""`.',
  '- Un número se lee exacto de su texto JSON, con exponente o sin él (`1.0E1`, `1e-05`), y se redondea a 8 decimales,',
  '  los medios hacia arriba en magnitud: `3.3333333333333335` es 3.33333333 y `0.30000000000000004` es 0.3. Más de 11',
  '  dígitos enteros, o una cantidad que así es cero, son un 400.',
  '- Donde dice «número o texto» puede ir el texto del número, como lo da una base de datos: `"1.50"`. Donde dice «entero',
  '  o texto», sus dígitos: `"2"`.',
  '- En los textos, `\\r\\n` y `\\r` son `\\n` antes de contar los caracteres.',
  '- `external_ref` es la misma en cualquier forma de Unicode: se guarda y se compara en la NFC. Un carácter de control o uno',
  '  invisible (de ancho cero, de dirección, guion opcional y semejantes) es un 400 que lo nombra.',
  '- Un sí o no de la dirección se escribe `true` o `false`, o bien `1` o `0`; otra cosa es un 400.',
  '- Un parámetro desconocido de la dirección se ignora, salvo que se parezca a uno conocido (`serch`): es un 400 que lo dice.',
  '',
];

/** The page of every field of requests and answers, from the schemas that the server validates with. */
export function fieldsPage(): string {
  return [
    '# Campos de la interfaz',
    '',
    'Generada de los esquemas del servidor con `npm run docs`; no la edite.',
    '',
    'Qué más exige cada tipo de documento está en [LEAME.md](../LEAME.md); las reglas de los montos, en',
    '[amounts.md](amounts.md).',
    '',
    ...READING,
    ...section('POST /invoice', InvoiceBodySchema),
    ...section('POST /suex', SuexBodySchema),
    ...section('POST /credit-memo', CreditMemoBodySchema),
    '## POST /preview',
    '',
    'El cuerpo de cualquiera de las tres rutas anteriores. Lo que se avisa está en [refusals.md](refusals.md).',
    '',
    ...section('POST /invalidate/{id_or_ref} y POST /invalidate/suex/{id_or_ref}', InvalidationBodySchema),
    ...section('POST /rehearsals', RehearsalBodySchema),
    ...section('Respuesta de una emisión', IssuedSchema),
    ...section('Respuesta de POST /credit-memo', IssuedNoteSchema),
    ...section('Respuesta de POST /preview', PreviewSchema),
    ...section('Respuesta de GET /status/{id_or_ref}', StatusSchema),
    ...section('Respuesta de GET /credit-memo/status/{id_or_ref}', NoteStatusSchema),
    ...section('Respuesta de una invalidación y de su estado', InvalidationSchema),
    ...section('Respuesta de POST /rehearsals y de GET /rehearsals/{id}', RehearsalSchema),
    '## Catálogos',
    '',
    '| ruta | parámetros |',
    '|---|---|',
    '| `GET /catalogs/activities` | `search`: código o descripción; hasta 50 resultados |',
    '| `GET /catalogs/departments` | `search`: nombre de departamento o municipio |',
    '| `GET /catalogs/districts/search` | `q`: nombre del distrito; `page`: desde 1, de 20 en 20 |',
    '| `GET /catalogs/units` | `search`: código o descripción |',
    '| `GET /catalogs/{name}` | `search`: código o descripción |',
    '',
    '| `name` | catálogo | se envía en |',
    '|---|---|---|',
    ...offeredCatalogs.map(
      ({ name, title, field }) => `| \`${name}\` | ${title} | ${field === null ? '' : `\`${field}\``} |`,
    ),
    '',
  ].join('\n');
}

/** The schemas are JSON; their own types say more than the page needs. */
function isFieldSchema(value: unknown): value is FieldSchema {
  return typeof value === 'object' && value !== null;
}

function section(title: string, schema: unknown): readonly string[] {
  const rows = isFieldSchema(schema) ? fieldRows(schema, '') : [];
  return [`## ${title}`, '', '| campo | tipo | obligatorio | |', '|---|---|---|---|', ...rows, ''];
}

function fieldRows(schema: FieldSchema, path: string): readonly string[] {
  const required = new Set(schema.required);
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const here = `${path}${name}`;
    const description = (field.description ?? '').replaceAll('|', '\\|');
    const cells = [`\`${here}\``, typeText(field), required.has(name) ? 'sí' : '', description];
    const below =
      field.items === undefined ? fieldRows(field, `${here}.`) : fieldRows(field.items, `${here}[].`);
    return [`| ${cells.join(' | ')} |`, ...below];
  });
}

function typeText({ type, maxLength }: FieldSchema): string {
  const named = [type ?? []].flat().filter((one) => one !== 'null');
  const text = named.map((one) => TYPES[one] ?? one).join(' o ');
  return maxLength === undefined ? text : `${text} (${maxLength})`;
}
