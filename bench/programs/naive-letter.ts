/** The letter of the naive pipeline, as a quick integration draws one: issuer, customer, QR, a ruled table, totals. */
import PDFDocument from 'pdfkit';
import encodeQr from 'qr';

export interface Letter {
  readonly numeroControl: string;
  readonly codigoGeneracion: string;
  readonly sello: string;
  readonly fecEmi: string;
  readonly customer: string;
  readonly lines: readonly {
    readonly description: string;
    readonly quantity: number;
    readonly unit_price: number;
  }[];
}

type Pdf = InstanceType<typeof PDFDocument>;

const [LEFT, RIGHT, QR_SIZE, ROW] = [50, 562, 96, 18] as const;
const COLUMNS = [
  { head: 'No.', x: LEFT, width: 30 },
  { head: 'Cant.', x: 80, width: 50 },
  { head: 'Descripción', x: 130, width: 232 },
  { head: 'Precio', x: 362, width: 60 },
  { head: 'Exentas', x: 422, width: 60 },
  { head: 'Gravadas', x: 482, width: 80 },
] as const;

/** Draws the letter; resolves with its size in bytes when its last byte is there. */
export function drawLetter(letter: Letter): Promise<number> {
  return new Promise((resolve, reject) => {
    const pdf = new PDFDocument({ size: 'LETTER', margin: LEFT });
    let bytes = 0;
    pdf.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
    });
    pdf.on('end', () => resolve(bytes)).on('error', reject);
    drawHead(pdf, letter);
    drawParties(pdf, letter);
    drawTotals(pdf, letter, drawTable(pdf, letter));
    pdf.end();
  });
}

function drawHead(pdf: Pdf, { numeroControl, codigoGeneracion, sello, fecEmi }: Letter): void {
  pdf.font('Helvetica-Bold').fontSize(13).text('DOCUMENTO TRIBUTARIO ELECTRÓNICO', LEFT, 50);
  pdf.fontSize(11).text('FACTURA');
  pdf.font('Helvetica').fontSize(8);
  const facts = {
    'Código de generación': codigoGeneracion,
    'Número de control': numeroControl,
    Sello: sello,
  };
  const rows = {
    ...facts,
    'Modelo de facturación': 'Previo',
    'Tipo de transmisión': 'Normal',
    Fecha: fecEmi,
  };
  for (const [name, value] of Object.entries(rows)) pdf.text(`${name}: ${value}`);
  const url = `https://admin.factura.gob.sv/consultaPublica?ambiente=00&codGen=${codigoGeneracion}&fechaEmi=${fecEmi}`;
  drawQr(pdf, url);
}

function drawQr(pdf: Pdf, url: string): void {
  const modules = encodeQr(url, 'raw', { ecc: 'medium', border: 1 });
  const side = QR_SIZE / modules.length;
  for (const [row, cells] of modules.entries())
    for (const [column, dark] of cells.entries())
      if (dark) pdf.rect(RIGHT - QR_SIZE + column * side, 50 + row * side, side, side);
  pdf.fill('#000');
}

function drawParties(pdf: Pdf, { customer }: Letter): void {
  const half = (RIGHT - LEFT) / 2 - 6;
  const parties = [
    [
      'EMISOR',
      'Tienda Ficticia',
      'NIT: 0614-010190-001-8',
      'NRC: 12345-6',
      'Actividad: Venta de otros productos',
      'Dirección: Calle Ficticia 1, San Salvador',
      'Correo: tienda@example.com',
    ],
    [
      'RECEPTOR',
      customer,
      'DUI: 00000001-8',
      'Dirección: Avenida Ficticia 2, Santa Ana',
      'Correo: cliente@example.com',
    ],
  ];
  for (const [index, rows] of parties.entries()) {
    const x = LEFT + index * (half + 12);
    pdf.roundedRect(x, 165, half, 84, 4).stroke('#555');
    for (const [row, content] of rows.entries())
      pdf
        .font(row === 0 ? 'Helvetica-Bold' : 'Helvetica')
        .text(content, x + 6, 171 + row * 11, { width: half - 12 });
  }
}

function drawTable(pdf: Pdf, { lines }: Letter): number {
  let y = 262;
  pdf
    .rect(LEFT, y, RIGHT - LEFT, ROW)
    .fill('#0b6e4f')
    .fillColor('#fff')
    .font('Helvetica-Bold');
  for (const { head, x, width } of COLUMNS) pdf.text(head, x + 4, y + 5, { width: width - 8 });
  pdf.fillColor('#000').font('Helvetica');
  for (const [index, { description, quantity, unit_price }] of lines.entries()) {
    y += ROW;
    const amount = (quantity * unit_price).toFixed(2);
    const cells = [String(index + 1), String(quantity), description, unit_price.toFixed(2), '0.00', amount];
    for (const [column, { x, width }] of COLUMNS.entries()) {
      const align = column === 2 ? 'left' : 'right';
      pdf.text(cells[column] ?? '', x + 4, y + 5, { width: width - 8, align, height: ROW, ellipsis: true });
      pdf.rect(x, y, width, ROW).stroke('#bbb');
    }
  }
  return y + ROW;
}

function drawTotals(pdf: Pdf, { lines }: Letter, top: number): void {
  const total = lines.reduce((sum, { quantity, unit_price }) => sum + quantity * unit_price, 0);
  const rows = {
    'Suma de ventas': total,
    Descuentos: 0,
    'IVA incluido': (total / 1.13) * 0.13,
    'Total a pagar': total,
  };
  for (const [index, [name, amount]] of Object.entries(rows).entries()) {
    const y = top + 8 + index * 13;
    pdf.text(name, 362, y, { width: 120, align: 'right' });
    pdf.text(amount.toFixed(2), 482, y, { width: 76, align: 'right' });
  }
  pdf.text('Total en letras: CIEN 00/100 DÓLARES', LEFT, top + 8, { width: 300 });
  pdf.text('Condición de la operación: Contado', LEFT, top + 22, { width: 300 });
}
