/** The first `limit` code points, as JSON Schema and the Ministry count lengths. */
export function firstCodePoints(text: string, limit: number): string {
  if (text.length <= limit) return text;
  return [...text].slice(0, limit).join('');
}

/** The longest `descActividad` of the schemas. */
const ACTIVITY_LIMIT = 150;

/** The name of an economic activity as a document carries it. */
export function activityText(description: string): string {
  return firstCodePoints(description, ACTIVITY_LIMIT);
}
