import type { ServerResponse } from 'node:http';
import { createHolder, type EndingHolder, type Holder } from '../operations/access/holding.ts';

const holders = new WeakMap<ServerResponse, EndingHolder>();

/** The holder of a request, which is over when the response is done or its connection closes. */
export function holderOf(response: ServerResponse): Holder {
  const known = holders.get(response);
  if (known !== undefined) return known;
  const holder = createHolder();
  holders.set(response, holder);
  if (response.closed) holder.end();
  else response.once('close', holder.end);
  return holder;
}
