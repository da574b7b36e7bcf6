import type { CatalogEntry } from './catalog.ts';
import { activities } from './data/activities.ts';

const byCode: ReadonlyMap<string, CatalogEntry> = new Map(
  activities.rows.map((entry) => [entry.code, entry]),
);

/** The economic activity of a five-digit code (CAT-019), or null. */
export function activityByCode(code: string): CatalogEntry | null {
  return byCode.get(code) ?? null;
}
