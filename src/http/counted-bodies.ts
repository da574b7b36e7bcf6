import { Transform } from 'node:stream';
import { refuse } from '../core/refusals/refusal.ts';
import type { BodyBytes } from '../operations/access/body-bytes.ts';
import type { App } from './app.ts';
import { RefusedRequest } from './errors.ts';
import { holderOf } from './held.ts';
import { visitOf } from './visit.ts';

/**
 * Counts the bytes of the bodies of admitted callers, and refuses those for which there is no room: before anything of them is
 * read where they say how long they are, and else as soon as they are too long.
 */
export function countBodies(app: App, bytes: BodyBytes, bodyLimit: number): void {
  app.addHook('preParsing', async (request, reply, payload) => {
    const { caller } = visitOf(request);
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
    const said = Number(length ?? 0);
    // One that is too long for any request is refused by the framework, unread.
    if (caller === null || said > bodyLimit || (said === 0 && encoding === undefined)) return payload;
    const add = bytes.of(caller.companyId, holderOf(reply.raw));
    if (encoding !== undefined) return payload.pipe(countingWith(add));
    if (!add(said)) throw new RefusedRequest(refuse('busy'));
    return payload;
  });
}

function countingWith(add: (bytes: number) => boolean): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (add(chunk.length)) done(null, chunk);
      else done(new RefusedRequest(refuse('busy')));
    },
  });
}
