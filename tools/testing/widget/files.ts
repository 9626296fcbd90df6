/** Creates a PDF of `bytes` bytes. Files of the same size differ in content if their names differ. */
export function pdf(name: string, bytes = 100): File {
  return new File([`%PDF-1.7 ${encodeURI(name)}`.padEnd(bytes)], name, { type: 'application/pdf' });
}

/** Creates a file of a kind that can't be sent. Files differ in content if their names differ. */
export function docx(name: string): File {
  return new File([`PK\u0003\u0004 ${encodeURI(name)}`], name);
}

/** A photo as a camera would save it, without details. */
export async function photo(name: string, side = 40): Promise<File> {
  const canvas = new OffscreenCanvas(side, side);
  const context = canvas.getContext('2d')!; // No other context was asked for.
  context.fillStyle = 'teal';
  context.fillRect(0, 0, side, side / 2);
  const blob = await canvas.convertToBlob({ type: 'image/jpeg' });
  return new File([blob], name, { type: 'image/jpeg' });
}

/** A file that can't be read any more, as after it was deleted. */
export function unreadableFile(file: File): File {
  const fail = () => Promise.reject(new DOMException('deleted', 'NotFoundError'));
  return Object.assign(file, { slice: () => Object.assign(new Blob(), { arrayBuffer: fail }) });
}
