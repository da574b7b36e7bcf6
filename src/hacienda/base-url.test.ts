import { describe, expect, it } from 'vitest';
import { parseBaseUrl } from './base-url.ts';

describe('the base URL of the authority', () => {
  it.each([
    ['https://api.example.sv', { origin: 'https://api.example.sv', prefix: '' }],
    ['https://api.example.sv/', { origin: 'https://api.example.sv', prefix: '' }],
    ['https://api.example.sv:8443/mh//', { origin: 'https://api.example.sv:8443', prefix: '/mh' }],
    ['http://127.0.0.1:4010', { origin: 'http://127.0.0.1:4010', prefix: '' }],
    ['http://localhost:4010', { origin: 'http://localhost:4010', prefix: '' }],
    ['http://[::1]:4010', { origin: 'http://[::1]:4010', prefix: '' }],
  ])('reads %s', (text, expected) => {
    expect(parseBaseUrl(text, 'testUrl')).toEqual(expected);
  });

  it.each([
    ['', /not a URL/],
    ['api.example.sv', /not a URL/],
    ['ftp://api.example.sv', /must be https/],
    ['file:///etc/passwd', /must be https/],
    ['http://api.example.sv', /loopback/],
    ['http://127.0.0.1.example.sv', /loopback/],
    ['http://localhost.example.sv', /loopback/],
    ['http://10.0.0.1', /loopback/],
    ['https://user:secreto@api.example.sv', /credentials/],
    ['https://api.example.sv/?a=1', /query/],
    ['https://api.example.sv/#a', /fragment/],
  ])('refuses %s', (text, message) => {
    expect(() => parseBaseUrl(text, 'testUrl')).toThrow(message);
  });

  it('does not repeat a password put into the URL by mistake', () => {
    expect(() => parseBaseUrl('https://user:secreto@api.example.sv', 'testUrl')).toThrow(/^(?!.*secreto)/);
  });
});
