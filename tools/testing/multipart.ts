/** The body of a form that a browser posts with these values, and its headers. */
export function encodeForm(values: Record<string, string>) {
  const parts = Object.entries(values).map(
    ([name, value]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const headers = { 'content-type': 'multipart/form-data; boundary=b', 'sec-fetch-site': 'same-origin' };
  return { body: `${parts.join('')}--b--\r\n`, headers };
}
