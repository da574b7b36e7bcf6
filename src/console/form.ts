import type { FastifyInstance, FastifyRequest } from 'fastify';
import { textAsMeant } from '../requests/json-body.ts';

/** What a form posted, or what stands behind the question mark of an address; a name may stand there more than once. */
export interface Fields {
  /** The first value of this name as a request means it, without blanks at its ends; empty where there is none. */
  one(name: string): string;
  /** Each value of this name as it was typed, in the order of the page. */
  all(name: string): readonly string[];
  has(name: string): boolean;
  /** Each name with each of its values, in the order of the page. */
  readonly entries: readonly (readonly [name: string, value: string])[];
}

/** The most that the fields of a form may have together, in bytes: one of 2,000 lines with all their fields is smaller. */
export const FORM_LIMIT = 256 * 1024;

/** Reads text as a form sends it. */
export function fieldsOf(text: string): Fields {
  return fieldsFrom(new URLSearchParams(text));
}

/** The fields of these names and values. A character of no width that PostgreSQL cannot keep is left out. */
export function fieldsFrom(pairs: Iterable<readonly [name: string, value: string]>): Fields {
  const entries = Array.from(pairs, ([name, value]) => [name, value.replaceAll('\0', '')] as const);
  const all = (name: string) => entries.flatMap(([one, value]) => (one === name ? [value] : []));
  return {
    entries,
    all,
    one: (name) => textAsMeant(all(name)[0] ?? '', name),
    has: (name) => entries.some(([one]) => one === name),
  };
}

export const NO_FIELDS: Fields = fieldsFrom([]);

/** Fields as an address has them behind its question mark. */
export function queryText(pairs: Fields['entries']): string {
  return new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, value])).toString();
}

/** Has the console take forms, with files or without, and nothing else, as the body of a request. */
export function acceptForms(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: FORM_LIMIT },
    async (_request: unknown, text: string | Buffer) => fieldsOf(String(text)),
  );
  app.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer', bodyLimit: FORM_LIMIT },
    async (request: FastifyRequest, bytes: string | Buffer) =>
      fieldsWithFiles(Buffer.from(bytes), request.headers['content-type'] ?? ''),
  );
}

/**
 * The fields of a form that files are chosen in. What is in a file stands in its field as base64, so that a form that comes
 * back after another sign-in has it still.
 */
async function fieldsWithFiles(bytes: Buffer, type: string): Promise<Fields> {
  const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': type } })
    .formData()
    .catch((cause: unknown) => {
      throw Object.assign(new Error('the form cannot be read', { cause }), {
        code: 'FST_ERR_CTP_INVALID_MEDIA_TYPE',
      });
    });
  const pairs = [...form].map(async ([name, value]) => {
    const text =
      typeof value === 'string' ? value : Buffer.from(await value.arrayBuffer()).toString('base64');
    return [name, text] as const;
  });
  return fieldsFrom(await Promise.all(pairs));
}

/** The fields that a request posted; none where it posted no form. */
export function isFields(body: unknown): body is Fields {
  return typeof body === 'object' && body !== null && 'entries' in body && 'one' in body;
}
