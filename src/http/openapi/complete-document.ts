import { isJsonObject, type JsonObject } from '../../core/json/read-json.ts';
import answers from './example-answers.json' with { type: 'json' };
import { EXCHANGES, type Exchange } from './exchanges.ts';
import { hoistSchemas } from './hoist-schemas.ts';
import { mapValues, objectAt } from './json-value.ts';
import { plainEnums } from './plain-enums.ts';
import { HEADER_COMPONENTS, headersOf, SHARED_NAMES, STATUS_TEXTS, sharedResponses } from './responses.ts';

const RECORDED: JsonObject = answers;

/**
 * Completes what the framework makes of the routes' schemas: named schemas, the headers of every response, what each
 * status means, and examples of bodies and answers.
 */
export function completeDocument(raw: JsonObject): JsonObject {
  const { paths, schemas } = hoistSchemas(mapValues(objectAt(raw, 'paths'), plainEnums));
  const components = { ...objectAt(raw, 'components'), schemas };
  return {
    ...raw,
    paths: mapValues(paths, (item) => mapValues(item, completeOperation)),
    components: { ...components, headers: HEADER_COMPONENTS, responses: sharedResponses() },
  };
}

function completeOperation(operation: JsonObject): JsonObject {
  const exchanges = EXCHANGES.filter(({ operationId }) => operationId === operation['operationId']);
  const { parameters, requestBody } = operation;
  return {
    ...operation,
    ...(Array.isArray(parameters)
      ? { parameters: parameters.map((one) => exemplified(one, exchanges)) }
      : {}),
    ...(isJsonObject(requestBody) ? { requestBody: completeBody(requestBody, exchanges) } : {}),
    responses: mapValues(objectAt(operation, 'responses'), (response, status) =>
      completeResponse(response, status, exchanges),
    ),
  };
}

function exemplified(parameter: unknown, exchanges: readonly Exchange[]): unknown {
  if (!isJsonObject(parameter)) return parameter;
  const example = exchanges.map(({ parameters }) => parameters?.[String(parameter['name'])]).find(Boolean);
  return example === undefined ? parameter : { ...parameter, example };
}

function completeBody(requestBody: JsonObject, exchanges: readonly Exchange[]): JsonObject {
  const content = mapValues(objectAt(requestBody, 'content'), (media) => ({
    ...media,
    examples: Object.fromEntries(
      exchanges
        // What is refused is shown as an answer, and is no example of what to send.
        .filter(({ body, status }) => body !== undefined && status < 400)
        .map(({ name, summary, body }) => [name, { summary, value: body }]),
    ),
  }));
  const mayBeAbsent = Object.values(content).some(
    (media) => isJsonObject(media) && admitsNull(objectAt(media, 'schema')),
  );
  return { required: !mayBeAbsent, content };
}

function admitsNull({ anyOf }: JsonObject): boolean {
  return Array.isArray(anyOf) && anyOf.some((one) => isJsonObject(one) && one['type'] === 'null');
}

function completeResponse(response: JsonObject, status: string, exchanges: readonly Exchange[]): JsonObject {
  const shared = SHARED_NAMES[status];
  if (shared !== undefined) return { $ref: `#/components/responses/${shared}` };
  const content = mapValues(objectAt(response, 'content'), (media, type) => ({
    ...media,
    ...(type === 'application/json' ? { examples: answersOf(exchanges, status) } : {}),
  }));
  return {
    description: STATUS_TEXTS[status] ?? response['description'],
    headers: headersOf(status),
    ...(Object.keys(content).length === 0 ? {} : { content }),
  };
}

function answersOf(exchanges: readonly Exchange[], status: string): JsonObject {
  return Object.fromEntries(
    exchanges
      .filter((one) => String(one.status) === status)
      .map(({ operationId, name, summary }) => [
        name,
        { summary, value: RECORDED[`${operationId}.${name}`] },
      ]),
  );
}
