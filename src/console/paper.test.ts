import { expect, it } from 'vitest';
import { sheetView } from './paper.ts';

it('shows a printed document as broad as its frame, under a name', () => {
  expect(sheetView('/a.pdf', 'La <muestra>').text).toBe(
    '<iframe class="sheet-view" src="/a.pdf#toolbar=0&amp;navpanes=0&amp;view=FitH" title="La &#60;muestra&#62;" loading="lazy"></iframe>',
  );
});
