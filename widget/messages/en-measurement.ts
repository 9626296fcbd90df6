/** Messages of test mode, which only the people who test the form see. */
export const measurementMessages = {
  testMode: 'Test: nothing will be delivered',
  parameterIgnored: '{parameter} is ignored: the tag says {value}',
  testLinkInvalid:
    'This test link isn’t valid or has expired. This is the ordinary form, and your enquiry will be delivered as usual.',
  testLinkUnchecked:
    'We couldn’t check this test link. This is the ordinary form, and your enquiry will be delivered as usual.',
  previewLost: 'We couldn’t load the preview. This is the current form. Please create another preview.',
};
export type MeasurementMessages = typeof measurementMessages;
