import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Fields, FORM_LIMIT, fieldsOf, MOST_NAMES } from './form.ts';
import { nextTurn } from './turns.ts';
import { heldForm, tooLarge } from './upload.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How many names a form may have that is posted to a route of the console. */
    readonly mostNames?: number;
  }
}

/** Has the console take forms, with files or without, and nothing else, as the body of a request. */
export function acceptForms(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: FORM_LIMIT },
    async (request: FastifyRequest, text: string | Buffer) => formOf(String(text), mostNamesOf(request)),
  );
  app.addContentTypeParser('multipart/form-data', (request: FastifyRequest, payload: Readable) =>
    heldForm(payload, request.headers['content-type'] ?? '', mostNamesOf(request)),
  );
}

function mostNamesOf({ routeOptions: { config } }: FastifyRequest): number {
  return config.mostNames ?? MOST_NAMES;
}

/** Names are counted before anything is made of them; what is made of many is read in a turn of its own. */
async function formOf(text: string, mostNames: number): Promise<Fields> {
  let names = 1;
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1)) names += 1;
  if (names > mostNames) throw tooLarge();
  const fields = fieldsOf(text);
  if (names > MOST_NAMES) await nextTurn();
  return fields;
}
