/** The `accept` attribute of the file inputs: the kinds that can be sent or converted. HEIC is left out, so that iPhones
 * convert their photos to JPEG. */
export const accept =
  '.pdf,.png,.gif,.jpg,.jpeg,.webp,.avif,.bmp,application/pdf,image/png,image/gif,image/jpeg,image/webp,image/avif,image/bmp';
