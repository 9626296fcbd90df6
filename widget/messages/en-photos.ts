// Every word of the part that makes photos fit to be sent.
export const photos = {
  // What was done to a photo, beside its size.
  locationRemoved: 'Location removed',
  detailsRemoved: 'Hidden details removed',
  madeJpeg: 'Sent as JPEG',
  madeSmaller: 'Made smaller',

  // Why a photo isn't sent, and the way out. `size` is the most that can be.
  photo_broken: 'This picture can’t be opened: it may be damaged. Choose another, or a screenshot of it.',
  photo_pixels: 'This has more than 250 megapixels. Save it smaller, and choose that.',
  photo_animated:
    'This is over {size}, and would stop moving if we made it smaller. Choose a shorter one, or a still of it.',
  photo_transparent:
    'This is over {size}, and would lose what can be seen through if we made it smaller. Save it as a JPEG, and choose that.',
  photo_canvas:
    'This browser’s privacy settings keep us from making a JPEG of it. Save it as a JPEG, and choose that.',
  photo_heic: 'This browser can’t read HEIC photos. Open it, save it as a JPEG, and choose that.',
  photo_heic_android:
    'This browser can’t read HEIC photos. Choose a screenshot of it. For new photos, turn off “High efficiency” in the camera’s settings.',
  photo_heic_iphone:
    'This browser can’t read HEIC photos. Choose it from your photo library, not from Files: then it comes as a JPEG.',
};
export type PhotosMessages = typeof photos;
