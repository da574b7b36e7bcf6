import { describe, expect, it } from 'vitest';
import { addressesOf, withParameters } from './database-addresses.ts';

describe('addressesOf', () => {
  it.each([
    ['postgres://u:p%40@db.example.com:5432/sello?sslmode=disable'],
    ['postgres:///sello?host=/var/run/postgresql'],
    ['postgres://u@%2Fvar%2Frun%2Fpostgresql/a,b'],
    ['no address'],
  ])('of %s is itself', (address) => {
    expect(addressesOf(address)).toEqual([address]);
  });

  it('names each server of several, with its own port', () => {
    expect(addressesOf('postgresql://u:p%2C@10.0.0.11:5432,[::1]:5433,db/sello?sslmode=require')).toEqual([
      'postgresql://u:p%2C@10.0.0.11:5432/sello?sslmode=require',
      'postgresql://u:p%2C@[::1]:5433/sello?sslmode=require',
      'postgresql://u:p%2C@db/sello?sslmode=require',
    ]);
  });
});

describe('withParameters', () => {
  const settle = (parameters: URLSearchParams) => {
    parameters.delete('sslmode');
    parameters.set('application_name', 'x');
  };

  it.each([
    ['postgres://u:p@one:5433/sello?sslmode=prefer', 'postgres://u:p@one:5433/sello?application_name=x'],
    [
      'postgres://u:p@one:5433,two,[::1]:5434/sello?sslmode=prefer&a=1',
      'postgres://u:p@one:5433,two,[::1]:5434/sello?a=1&application_name=x',
    ],
  ])('of %s is %s', (address, changed) => {
    expect(withParameters(address, settle)).toBe(changed);
  });
});
