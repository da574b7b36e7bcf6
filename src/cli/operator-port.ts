import type { Installation } from './installation.ts';
import { listenOn, operatorPlace } from './listening.ts';
import type { Program } from './program.ts';

/** Opens the port of `/live`, `/ready` and `/metrics` unless it is turned off; it is closed by the stack. */
export async function openOperatorPort(
  program: Program,
  { databaseUrl }: Installation,
  stack: AsyncDisposableStack,
): Promise<void> {
  const place = operatorPlace(program.settings);
  if (place === null) return;
  const server = program.createOperatorServer(databaseUrl);
  stack.defer(() => server.close());
  await listenOn(server, place);
}
