// Photos as phones take them: drawn on a canvas in the browser, with the metadata that phones add.
import type { TestFile } from './documents.ts';

/** The browser that draws and decodes. */
interface Engine {
  run<Input, Result>(script: (input: Input) => Result | Promise<Result>, input: Input): Promise<Result>;
}

/** The colours of a drawn picture's corners, row by row, before its orientation is applied. */
export const corners = ['red', 'lime', 'blue', 'yellow'] as const;

interface Drawing {
  type: string;
  width: number;
  height: number;
  quality?: number;
  /** Whether the middle is transparent. */
  isTransparent?: boolean;
}

/** Draws a picture with a colour in each corner and noise in the middle. */
export async function drawPicture(engine: Engine, name: string, drawing: Drawing): Promise<TestFile> {
  const base64 = await engine.run(
    async ({ type, width, height, quality, isTransparent, corners }) => {
      const canvas = new OffscreenCanvas(width, height);
      const context = canvas.getContext('2d')!;
      for (const [at, corner] of corners.entries()) {
        context.fillStyle = corner;
        context.fillRect((at % 2) * (width / 2), Math.floor(at / 2) * (height / 2), width / 2, height / 2);
      }
      const [w, h] = [Math.floor(width / 2), Math.floor(height / 2)];
      const noise = new ImageData(w, h);
      let seed = 7;
      for (let i = 0; i < noise.data.length; i++) {
        seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7f_ff_ff_ff;
        noise.data[i] = i % 4 === 3 ? 255 : (seed >> 16) & 255;
      }
      context.putImageData(noise, Math.floor(width / 4), Math.floor(height / 4));
      if (isTransparent) context.clearRect(width / 4, height / 4, w, h);
      const blob = await canvas.convertToBlob({ type, ...(quality && { quality }) });
      if (blob.type !== type) throw new Error(`this browser does not encode ${type}`);
      const bytes = new Uint8Array(await blob.arrayBuffer());
      let text = '';
      for (let at = 0; at < bytes.length; at += 32_768) {
        text += String.fromCharCode(...bytes.subarray(at, at + 32_768));
      }
      return btoa(text);
    },
    { ...drawing, corners: [...corners] },
  );
  return { name, mimeType: drawing.type, buffer: Buffer.from(base64, 'base64') };
}

/** A JPEG of 12 megapixels as phones take it: rotated, with time and location in EXIF and XMP. */
export async function phonePhoto(engine: Engine, name = 'IMG_2041.jpg', quality = 0.8): Promise<TestFile> {
  const { buffer } = await drawPicture(engine, name, {
    type: 'image/jpeg',
    width: 4000,
    height: 3000,
    quality,
  });
  return { name, mimeType: 'image/jpeg', buffer: withLocation(buffer) };
}

/** Adds the metadata segments of phones to a JPEG. */
function withLocation(jpeg: Buffer): Buffer {
  const xmp = `http://ns.adobe.com/xap/1.0/\0<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF><rdf:Description drone-dji:GpsLatitude="+51.501364" drone-dji:GpsLongtitude="-0.141890" xmp:CreatorTool="Nobody"/></rdf:RDF></x:xmpmeta>`;
  const exif = Buffer.concat([Buffer.from('Exif\0\0'), phoneExif()]);
  return Buffer.concat([
    jpeg.subarray(0, 2),
    ...[exif, Buffer.from(xmp)].map(content => {
      const head = Buffer.from([0xff, 0xe1, 0, 0]);
      head.writeUInt16BE(content.length + 2, 2);
      return Buffer.concat([head, content]);
    }),
    jpeg.subarray(2),
  ]);
}

/** Creates EXIF metadata with orientation 6, a time and a location. */
export function phoneExif(): Buffer {
  const bytes = Buffer.alloc(170);
  const entry = (at: number, tag: number, type: number, count: number, value: number) => {
    bytes.writeUInt16BE(tag, at);
    bytes.writeUInt16BE(type, at + 2);
    bytes.writeUInt32BE(count, at + 4);
    if (type === 3) bytes.writeUInt16BE(value, at + 8);
    else bytes.writeUInt32BE(value, at + 8);
  };
  bytes.write('MM\0*\0\0\0\x08\0\x04', 0, 'latin1');
  entry(10, 0x10f, 2, 6, 62);
  entry(22, 0x112, 3, 1, 6);
  entry(34, 0x8769, 4, 1, 68);
  entry(46, 0x8825, 4, 1, 106);
  bytes.write('Nobody', 62, 'latin1');
  bytes.writeUInt16BE(1, 68);
  entry(70, 0x9003, 2, 20, 86);
  bytes.write('2026:02:01 08:15:00', 86, 'latin1');
  bytes.writeUInt16BE(2, 106);
  entry(108, 1, 2, 2, 0x4e_00_00_00);
  entry(120, 2, 5, 3, 138);
  for (const [at, number] of [51, 1, 30, 1, 2625, 100].entries()) bytes.writeUInt32BE(number, 138 + 4 * at);
  return bytes;
}

/** A WebP of 64 × 48 pixels with a colour in each corner. Not every browser encodes WebP. */
export function webp(name = 'street.webp'): TestFile {
  const buffer = Buffer.from(
    'UklGRnoAAABXRUJQVlA4IG4AAAAQBQCdASpAADAAPwlsrVArpiQisqgBcCEJQBk4IAazZxH8gOFZO/QVrGpokMcz7GkAAP7ni+TAWe/lxvDKwEk/Lphv1nA+b38idnW71JnWSL/TiXFlaIjd+ROnz+ED/3v5v93d4nZ2rUai4W7AAA==',
    'base64',
  );
  return { name, mimeType: 'image/webp', buffer };
}

/** The same picture with EXIF, in the extended file format. */
export function webpWithExif(name = 'turned.webp'): TestFile {
  const chunk = (name: string, content: Buffer) => {
    const head = Buffer.alloc(8);
    head.write(name, 'latin1');
    head.writeUInt32LE(content.length, 4);
    return Buffer.concat([head, content, Buffer.alloc(content.length % 2)]);
  };
  const features = Buffer.alloc(10);
  features[0] = 8;
  features.writeUIntLE(64 - 1, 4, 3);
  features.writeUIntLE(48 - 1, 7, 3);
  const picture = webp().buffer.subarray(12);
  const content = Buffer.concat([chunk('VP8X', features), picture, chunk('EXIF', phoneExif())]);
  return { ...webp(name), buffer: chunk('RIFF', Buffer.concat([Buffer.from('WEBP'), content])) };
}

/** Resolves with the size and corner colours of a picture as the browser shows it. */
export async function inspectPicture(engine: Engine, buffer: Buffer) {
  return engine.run(async base64 => {
    const bytes = Uint8Array.from(atob(base64), letter => letter.charCodeAt(0));
    const picture = await createImageBitmap(new Blob([bytes]));
    const { width, height } = picture;
    const context = new OffscreenCanvas(width, height).getContext('2d')!;
    context.drawImage(picture, 0, 0);
    const colourNames = { '255,0,0': 'red', '0,255,0': 'lime', '0,0,255': 'blue', '255,255,0': 'yellow' };
    const colours = [0.1, 0.9].flatMap(y =>
      [0.1, 0.9].map(x => {
        const [r, g, b] = context.getImageData(width * x, height * y, 1, 1).data;
        const rounded = [r, g, b].map(value => (value! > 200 ? 255 : value! < 55 ? 0 : value));
        return colourNames[`${rounded}` as keyof typeof colourNames] ?? `${rounded}`;
      }),
    );
    return { width, height, colours };
  }, buffer.toString('base64'));
}

/** A gradient of 48 × 32 pixels, encoded with libheif because browsers don't encode AVIF. */
export function avif(name = 'sunset.avif'): TestFile {
  const buffer = Buffer.from(
    'AAAAHGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZgAAAOptZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAAA5waXRtAAAAAAABAAAAImlsb2MAAAAAREAAAQABAAAAAAEOAAEAAAAAAAAAKwAAACNpaW5mAAAAAAABAAAAFWluZmUCAAAAAAEAAGF2MDEAAAAAamlwcnAAAABLaXBjbwAAABNjb2xybmNseAACAAIABoAAAAAMYXYxQ4EADAAAAAAUaXNwZQAAAAAAAAAwAAAAIAAAABBwaXhpAAAAAAMICAgAAAAXaXBtYQAAAAAAAAABAAEEgYIDhAAAADNtZGF0EgAKBhgVL/sCEDIfGAAKKKKEAMWm75evSj4V1PebYG6z/pSieKOWggYsdg==',
    'base64',
  );
  return { name, mimeType: 'image/avif', buffer };
}

/** A file with the signature and size of an iPhone photo, but without image data. */
export function heic(name = 'IMG_0007.HEIC'): TestFile {
  const text = `\0\0\0\x18ftypheic\0\0\0\0mif1heic\0\0\0\x20meta\0\0\0\0\0\0\0\x14ispe\0\0\0\0\0\0\x0f\xc0\0\0\x0b\xd0`;
  return { name, mimeType: 'image/heic', buffer: Buffer.from(text.padEnd(5_000, '\x5a'), 'latin1') };
}

/** A BMP of 2 × 2 pixels, bottom row first. */
export function bmp(name = 'scan.bmp'): TestFile {
  const buffer = Buffer.alloc(70);
  buffer.write('BM');
  buffer.writeUInt32LE(70, 2);
  buffer.writeUInt32LE(54, 10);
  for (const [at, number] of [40, 2, 2].entries()) buffer.writeUInt32LE(number, 14 + 4 * at);
  buffer.writeUInt32LE(0x18_00_01, 26);
  buffer.set([255, 0, 0, 0, 255, 255, 0, 0, 0, 0, 255, 0, 255, 0, 0, 0], 54);
  return { name, mimeType: 'image/bmp', buffer };
}

/** A GIF of two frames. */
export function animatedGif(name = 'moving.gif'): TestFile {
  const frame = '21f904000a000000' + '2c00000000010001000002024401' + '00';
  const head = `${Buffer.from('GIF89a').toString('hex')}01000100800000000000ffffff`;
  return { name, mimeType: 'image/gif', buffer: Buffer.from(`${head}${frame}${frame}3b`, 'hex') };
}
