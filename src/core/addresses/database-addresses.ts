/** What stands before the hosts of an address, the hosts, and what stands behind them. */
const PARTS = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^@/?#]*)(.*)$/s;

/**
 * The addresses of one server each that an address stands for, which names several as libpq does
 * (`postgres://user@one:5432,two:5432/sello`); itself alone where it names one or none.
 */
export function addressesOf(databaseUrl: string): readonly string[] {
  const [, before = '', hosts = '', behind = ''] = PARTS.exec(databaseUrl) ?? [];
  if (!hosts.includes(',')) return [databaseUrl];
  return hosts.split(',').map((host) => `${before}${host}${behind}`);
}

/** The address with other parameters, for all servers that it names. */
export function withParameters(databaseUrl: string, change: (parameters: URLSearchParams) => void): string {
  const addresses = addressesOf(databaseUrl).map((address) => {
    const url = new URL(address);
    change(url.searchParams);
    return url.href;
  });
  const [first = databaseUrl] = addresses;
  const [, before = '', , behind = ''] = PARTS.exec(first) ?? [];
  const hosts = addresses.map((address) => PARTS.exec(address)?.[2] ?? '');
  return hosts.length === 1 ? first : `${before}${hosts.join(',')}${behind}`;
}
