import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

/** A browser of this machine, or null. */
export function findBrowser(): string | null {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const places = folders.flatMap((folder) => BROWSERS.map((name) => join(folder, name)));
  return places.find((place) => existsSync(place)) ?? null;
}
