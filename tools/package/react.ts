'use client'; // Frameworks that render on a server leave the element to the browser.

// `enquiry-form/react`: defines the element, for React and frameworks that render on a server. Its declarations, which
// `tools/build/jsx-types.ts` writes, describe the tag to React 19.
export * from './index.ts';
