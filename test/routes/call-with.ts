import type { Answer, Caller, CallOptions } from '../support/http-caller.ts';
import { NOWHERE, type RouteCall } from './every-route.ts';

/** Makes the call, with these headers beside the caller's own. */
export function callWith(
  caller: Caller,
  { method, path, body }: RouteCall,
  headers: NonNullable<CallOptions['headers']> = {},
): Promise<Answer> {
  return caller.call(method, path, { headers, ...(body === undefined ? {} : { body: body() }) });
}

/** Makes the call about what this names, as it stands in an address. */
export function callAbout(caller: Caller, { method, path, body }: RouteCall, name: string): Promise<Answer> {
  const options = body === undefined ? {} : { body: body(decodeURIComponent(name)) };
  return caller.call(method, path.replace(NOWHERE, name), options);
}
