import type { Installation } from './installation.ts';
import { listenOn, operatorPlace } from './listening.ts';
import type { Program, Unlocked } from './program.ts';

/** Opens the port of `/live`, `/ready` and `/metrics` unless it is turned off; it is closed by the stack. */
export async function openOperatorPort(
  program: Program,
  { installation, unlocked }: { readonly installation: Installation; readonly unlocked: Unlocked },
  stack: AsyncDisposableStack,
): Promise<void> {
  const place = operatorPlace(program.settings);
  if (place === null) return;
  const server = program.createOperatorServer({
    databaseUrl: installation.servingUrl,
    masters: unlocked.masters,
    passOf: unlocked.passOf,
  });
  stack.defer(() => server.close());
  await listenOn(server, place);
}
