/** A JSON object whose members are not known. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The text of these bytes; null where they are no valid UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** The JSON object in these bytes; null when they are no valid UTF-8, no JSON or no object. */
export function parseJsonObject(bytes: Uint8Array): JsonObject | null {
  try {
    const value: unknown = JSON.parse(decodeUtf8(bytes) ?? '');
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}

/** What a text says as JSON; the text itself where it is none. */
export function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
