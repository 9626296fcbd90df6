// For the analyzer that `tools/build/manifest.ts` runs.
export default {
  globs: ['widget/enquiry-form.ts'],
  outdir: 'dist',
  litelement: true,
  packagejson: false,
  quiet: true,
};
