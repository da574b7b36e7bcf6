import { describe, expect, it } from 'vitest';
import { escapeXml, readXml } from './xml.ts';

function leaf(name: string, text: string) {
  return { name, text, children: [] };
}

const MALFORMED = [
  ['an attribute', '<a b="c"></a>'],
  ['a comment', '<a><!-- x --></a>'],
  ['CDATA', '<a><![CDATA[x]]></a>'],
  ['a document type', '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'],
  ['an unknown entity', '<a>&b;</a>'],
  ['a bare ampersand', '<a>P & Q</a>'],
  ['a reference hidden by another', '<a>&a&amp;mp;</a>'],
  ['mixed content, text first', '<a>x<b/></a>'],
  ['mixed content, text last', '<a><b/>x</a>'],
  ['a closing tag of another element', '<a><b></a></b>'],
  ['a closing tag too many', '<a></a></a>'],
  ['two roots', '<a/><b/>'],
  ['text outside the root', '<a/>x'],
  ['no element', '  '],
  ['a PEM file', '-----BEGIN CERTIFICATE-----'],
  ['a processing instruction', '<a><?php x ?></a>'],
  ['more than 32 levels', `${'<a>'.repeat(33)}${'</a>'.repeat(33)}`],
] as const;

describe('readXml', () => {
  it('reads nested elements and text', () => {
    expect(readXml('<a><b>x</b><c><d/></c></a>')).toEqual({
      kind: 'read',
      root: {
        name: 'a',
        text: '',
        children: [leaf('b', 'x'), { name: 'c', text: '', children: [leaf('d', '')] }],
      },
    });
  });

  it('takes a declaration, CRLF and indentation between elements', () => {
    const text = '<?xml version="1.0" encoding="UTF-8"?>\r\n<a>\r\n  <b>x\r\ny</b>\r\n</a>\r\n';
    expect(readXml(text)).toEqual({
      kind: 'read',
      root: { name: 'a', text: '', children: [leaf('b', 'x\r\ny')] },
    });
  });

  it.each([
    ['keeps the blanks of a leaf', '<a> x </a>', ' x '],
    ['resolves references', '<a>P&amp;Q &lt;&gt;&quot;&apos; &#209;&#xf1;</a>', 'P&Q <>"\' Ññ'],
    ['does not resolve a reference twice', '<a>&amp;lt;</a>', '&lt;'],
    ['replaces code points that are no characters', '<a>&#x110000;&#xd800;</a>', '\ufffd\ufffd'],
  ])('%s', (_title, text, content) => {
    expect(readXml(text)).toEqual({ kind: 'read', root: leaf('a', content) });
  });

  it.each(MALFORMED)('refuses %s', (_, text) => {
    expect(readXml(text)).toEqual({ kind: 'malformed' });
  });

  it('calls every beginning of a document truncated', () => {
    const text = '<abc><d>xyz</d><e/></abc>';
    const kinds = Array.from({ length: text.length - 2 }, (_, cut) => readXml(text.slice(0, cut + 2)).kind);
    expect(kinds.slice(4).every((kind) => kind === 'truncated')).toBe(true);
    expect(kinds).not.toContain('read');
  });

  it('is quick with a quarter of a megabyte of hostile text', () => {
    const started = performance.now();
    for (const text of ['<'.repeat(262_144), `<a>${'&'.repeat(262_000)}`, `<a${' '.repeat(262_000)}`]) {
      expect(readXml(text).kind).not.toBe('read');
    }
    expect(performance.now() - started).toBeLessThan(1_000);
  });
});

describe('escapeXml', () => {
  it('writes what the reader reads back', () => {
    const name = 'PÉREZ & HIJOS <S.A.> "&amp;"';
    expect(readXml(`<a>${escapeXml(name)}</a>`)).toEqual({ kind: 'read', root: leaf('a', name) });
  });
});
