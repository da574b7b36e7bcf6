import { afterAll } from 'vitest';
import { makePlace, removePlace } from './temporary-place.ts';

/** An empty directory that the tests of a file share, removed behind the last of them; `mode` decides who may enter. */
export function sharedPlace(mode = 0o700): string {
  const place = makePlace(mode);
  afterAll(() => removePlace(place));
  return place;
}
