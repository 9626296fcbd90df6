'use client'; // In frameworks that render on a server, the element is the browser's.

// `enquiry-form/react`: defines the element, for React and frameworks that render on a server. Its declarations, which
// `build/jsx-types.ts` writes, describe the tag to React 19.
export * from './index.ts';
