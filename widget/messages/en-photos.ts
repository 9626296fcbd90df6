/** Messages of the part that prepares photos for sending. */
export const photoMessages = {
  // The changes to a photo, shown next to its size.
  locationRemoved: 'Location removed',
  detailsRemoved: 'Hidden details removed',
  convertedToJpeg: 'Converted to JPEG',
  reducedInSize: 'Reduced in size',

  // Why a photo can’t be sent, and what to do. `{size}` is the largest size allowed.
  photo_broken: 'We can’t open this image. It may be damaged. Choose another one, or send a screenshot.',
  photo_pixels: 'This image has more than 250 megapixels. Save a smaller copy, then choose the copy.',
  photo_animated: 'This animation is larger than {size}. Choose a shorter one, or send a screenshot.',
  photo_transparent: 'This image is larger than {size}. Save it as a JPEG, then choose the JPEG.',
  photo_canvas:
    'Your browser’s privacy settings stop us from converting this image. Save it as a JPEG, then choose the JPEG.',
  photo_heic: 'This browser can’t open HEIC photos. Save the photo as a JPEG, then choose the JPEG.',
  photo_heic_android:
    'This browser can’t open HEIC photos. Send a screenshot instead. For new photos, turn off “High efficiency” in your camera settings.',
  photo_heic_iphone:
    'This browser can’t open HEIC photos. Choose this photo from Photo Library instead of Files, so your iPhone converts it to a JPEG.',
};
export type PhotoMessages = typeof photoMessages;
