/** A file that a form posts. */
export interface FileToPost {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** A form as a request has it. */
export interface PostedForm {
  readonly type: string;
  readonly body: Buffer;
}

const BOUNDARY = '----WebKitFormBoundary7MA4YWxkTrZu0gW';

/** A form with a file, as browsers send it: one that nobody chose has no name. */
export function multipart(fields: Readonly<Record<string, string | FileToPost>>): PostedForm {
  const parts = Object.entries(fields).flatMap(([name, value]) => {
    const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"`;
    if (typeof value === 'string') return [Buffer.from(`${head}\r\n\r\n${value}\r\n`)];
    const fileName = value.name.replaceAll('"', '%22');
    const type = 'Content-Type: application/octet-stream';
    return [
      Buffer.from(`${head}; filename="${fileName}"\r\n${type}\r\n\r\n`),
      value.bytes,
      Buffer.from('\r\n'),
    ];
  });
  return {
    type: `multipart/form-data; boundary=${BOUNDARY}`,
    body: Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)]),
  };
}
