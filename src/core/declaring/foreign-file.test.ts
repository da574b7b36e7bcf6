import { describe, expect, it } from 'vitest';
import { uncheckedAnnex, whyForeignHead, whyForeignLines } from './foreign-file.ts';

const latin1 = (text: string) => Buffer.from(text, 'latin1');

const ROW = '05/11/2026;4;03;DTE03M001P001000000000000001;Peña “Ñ”;0.00;1\r\n';

describe('the head of a file', () => {
  it.each([
    ['un PDF', latin1('%PDF-1.7\n%âãÏÓ\n5\r\n')],
    ['un PDF', latin1('\r\n%PDF-1.4')],
    ['un libro de Excel (XLSX)', latin1('PK\x03\x04\x14\0\0\0\b\0xl/worksheets/sheet1.xml')],
    ['un documento de Office', latin1('PK\x03\x04\x14\0\0\0\b\0[Content_Types].xml')],
    [
      'un documento de LibreOffice',
      latin1('PK\x03\x04mimetypeapplication/vnd.oasis.opendocument.spreadsheet'),
    ],
    ['un ZIP', latin1('PK\x03\x04\x14\0\0\0\b\0anexo01-2026-11.csv')],
    ['un ZIP', latin1('PK\x05\x06\0\0')],
    ['como un XLS', latin1('\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1')],
    ['una imagen', latin1('\x89PNG\r\n\x1A\n')],
    ['una imagen', latin1('\xFF\xD8\xFF\xE0\0\x10JFIF')],
    ['un texto en UTF-16', Buffer.from(`\uFEFF${ROW}`, 'utf16le')],
    ['un texto en UTF-16', Buffer.from(`\uFEFF${ROW}`, 'utf16le').swap16()],
    ['un texto en UTF-16', Buffer.from(ROW, 'utf16le')],
    ['un texto en UTF-16', Buffer.from(ROW, 'utf16le').swap16()],
    ['una página web', latin1('<!DOCTYPE html><table>')],
    ['una página web', Buffer.from('\uFEFF<?xml version="1.0"?>')],
    ['un JSON', latin1('{ "identificacion": {} }')],
    ['un JSON', latin1('[\n  {"version": 1}]')],
    ['un archivo binario', Buffer.alloc(300)],
    ['un archivo binario', Buffer.from(Array.from({ length: 1_024 }, (_, index) => (index * 167) % 256))],
  ])('says that it is %s', (is, head) => {
    expect(whyForeignHead(head)).toContain(`${is}`);
    expect(whyForeignHead(head)).toMatch(/^Esto es .*, no un archivo de anexo\. .*CSV de un anexo/);
  });

  it.each([
    ROW,
    '',
    'Fecha;Clase;Número de documento\r\n',
    `a\u0001${ROW}`,
    '[Sucursal];1\r\n',
    'Peña y Cía.\n',
    'PK Comercial;1',
  ])('may be of an annex: %j', (text) => {
    expect(whyForeignHead(latin1(text))).toBe(null);
    expect(whyForeignHead(Buffer.from(`\uFEFF${text}`))).toBe(null);
  });
});

describe('lines of no annex', () => {
  const lines = { rows: 2, first: 'a', hasColumns: false, unchecked: null, widths: { least: 2, most: 2 } };

  it('are said to have other separators, where they have', () => {
    expect(whyForeignLines({ ...lines, first: 'a,b' })).toContain('parecen llevar comas');
    expect(whyForeignLines({ ...lines, first: 'a, b\tc' })).toContain('parecen llevar tabulaciones');
    expect(whyForeignLines(lines)).toMatch(/^Sus filas no llevan punto y coma entre las columnas\. /);
    expect(whyForeignLines({ ...lines, hasColumns: true })).toMatch(/^Ninguna de sus filas/);
    expect(whyForeignLines({ ...lines, rows: 0 })).toMatch(/^El archivo está vacío/);
  });

  it('may be of an annex that Sello does not check', () => {
    expect(uncheckedAnnex([...Array<string>(20).fill('x'), '3'])).toBe('3');
    expect(uncheckedAnnex([...Array<string>(20).fill('x'), '1'])).toBe(null);
    expect(uncheckedAnnex(['x', '3'])).toBe(null);
    expect(whyForeignLines({ ...lines, hasColumns: true, unchecked: '3' })).toContain('del anexo 3');
  });
});
