import { createRequire } from 'node:module';
import { setImmediate as turn } from 'node:timers/promises';
import type { FastifySchemaCompiler, FastifyServerOptions } from 'fastify';
import { once } from '../core/once.ts';
import { prepareCheck, requestProblemsIn } from '../schema/check.ts';
import { InvalidRequest } from './errors.ts';

type Factory = NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>;
type BuildSerializer = NonNullable<Factory['buildSerializer']>;

const require = createRequire(import.meta.url);

/** Compilers of a server's schemas that make each function when it is called for the first time. */
export interface Compilers {
  readonly validator: FastifySchemaCompiler<unknown>;
  readonly factory: Factory;
  /** Makes the functions of these routes now, or of all, one at a turn. Rejects where a schema cannot be compiled. */
  prepare(urls?: readonly string[]): Promise<void>;
}

/** To compile every schema before a node listens would take a third of its start, and most calls need the same few. */
export function createCompilers(): Compilers {
  const waiting: { readonly url: string | undefined; readonly make: () => unknown }[] = [];
  return {
    validator({ schema, url }) {
      waiting.push({ url, make: () => prepareCheck(schema) });
      return (value) => {
        const problems = requestProblemsIn(value, schema);
        return problems.length === 0 || { error: new InvalidRequest(problems) };
      };
    },
    factory: {
      // Fastify loads its own where it is given none, also where it is told of another one afterwards.
      buildValidator: () => () => {
        throw new Error('no schema is compiled by Fastify');
      },
      buildSerializer(schemas, options) {
        const compilerOf = once(() => fastifysOwn()(schemas, options));
        return (route) => {
          const serializerOf = once(() => compilerOf()(route));
          waiting.push({ url: route.url, make: serializerOf });
          return (value) => serializerOf()(value);
        };
      },
    },
    async prepare(urls) {
      for (const { url = '', make } of waiting) {
        if (urls?.includes(url) === false) continue;
        make();
        await turn();
      }
    },
  };
}

/** The compiler of answers that Fastify brings along. */
function fastifysOwn(): BuildSerializer {
  const ofFastify = createRequire(require.resolve('fastify'));
  const { SerializerSelector } = ofFastify('@fastify/fast-json-stringify-compiler');
  return SerializerSelector();
}
