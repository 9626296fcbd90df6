#!/usr/bin/env node
// Starts the program, which older versions of Node can't even parse. It has no static imports, because these come first.
const { node } = process.versions;
if (Number.parseInt(node, 10) >= 24) await import('./enquiry-proxy.js');
else {
  console.error(
    `enquiry-form needs Node 24 for the proxy; this is ${node}. With npm, this runs it with Node 24:\n` +
      `npx -p node@24 -p enquiry-form enquiry-form ${process.argv.slice(2).join(' ')}`,
  );
  process.exitCode = 1;
}
