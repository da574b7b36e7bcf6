import { dirname } from 'node:path/posix';

/**
 * The tests that judge a mistake in a file, in stages: the next one runs only where those before found nothing. First
 * those that stand beside the file, then what its layer promises, then the short forms of what the whole promises.
 */
export function stagesFor(path: string): readonly (readonly string[])[] {
  const beside = `${dirname(path)}/`;
  if (path.startsWith('src/core/'))
    return [[beside], ['src/core/', WORLDS], [...PROMISES, 'src/operations/']];
  if (path.startsWith('src/operations/'))
    return [[beside], [WORLDS, 'src/operations/'], [...PROMISES, ...DOORS]];
  if (path.startsWith('src/storage/'))
    return [[beside], ['test/contracts/', EQUIVALENCE], ['src/storage/', ...PROMISES]];
  return [[beside], PROMISES];
}

const WORLDS = 'test/simulation/simulation';
const EQUIVALENCE = 'test/simulation/database/equivalence';
const DOORS = ['src/http/routes/', 'src/cli/'];
const PROMISES = [
  'test/contracts/',
  'test/adjusting/',
  'test/transitions/',
  'test/races',
  'test/background',
  'test/contingency',
  'test/invalidation',
  'test/cancellation-windows',
  'test/golden',
];
