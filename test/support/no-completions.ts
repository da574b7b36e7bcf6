import type { CompletionReader } from '../../src/operations/rehearsals/ports.ts';

/** Companies that have told nothing of their customers and products. */
export const NO_COMPLETIONS: CompletionReader = { of: async () => null };
