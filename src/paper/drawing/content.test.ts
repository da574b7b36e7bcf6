import PDFDocument from 'pdfkit';
import { expect, it } from 'vitest';
import { codeInString, PageContent } from './content.ts';

/** What is written to a page of a document. */
function written(draw: (content: PageContent) => void): readonly string[] {
  const document = new PDFDocument({ autoFirstPage: false });
  const lines: string[] = [];
  document.addContent = (operators) => {
    lines.push(...String(operators).split('\n'));
    return document;
  };
  const content = new PageContent(document);
  draw(content);
  content.flush();
  content.flush();
  return lines;
}

const TEXT = { font: 'F1', size: 7, x: 30, y: 20.5, codes: 'AB', isContour: false };

it('says of a text only what differs from the one before it', () => {
  expect(
    written((content) => {
      content.fillWith('#ff0033');
      content.show(TEXT);
      content.fillWith('#ff0033');
      content.show({ ...TEXT, x: 40.0004, y: 18.5 });
      content.fill({ x: 1, y: 2, width: 3.25, height: 0.4 });
      content.show({ ...TEXT, size: 8, isContour: true });
    }),
  ).toEqual([
    '1 0 0.2 rg',
    'BT 1 0 0 -1 30 20.5 Tm /F1 7 Tf (AB)Tj',
    '10 2 Td (AB)Tj',
    'ET',
    '1 2 3.25 0.4 re f',
    'BT 1 0 0 -1 30 20.5 Tm /F1 8 Tf 1 Tr (AB)Tj 0 Tr',
    'ET',
  ]);
});

it('says everything again where the page may have changed it', () => {
  const lines = written((content) => {
    content.fillWith('#000000');
    content.show(TEXT);
    content.flush();
    content.forget();
    content.fillWith('#000000');
    content.show(TEXT);
  });
  expect(lines.slice(3)).toEqual(lines.slice(0, 3));
});

it('lets no code of a glyph end its string', () => {
  expect(codeInString('00280029005c000d000a0041')).toBe('\0\\(\0\\)\0\\\\\0\\r\0\\n\0A');
});
