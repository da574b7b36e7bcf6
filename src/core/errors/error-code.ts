/** The code of a system error such as `ENOENT`, or of a PostgreSQL error such as `57P03`; empty without one. */
export function errorCode(error: unknown): string {
  if (!(error instanceof Error) || !('code' in error)) return '';
  return typeof error.code === 'string' ? error.code : '';
}
