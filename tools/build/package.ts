// `npm run build:package`, which `npm pack` and `npm publish` run first: builds everything that the package contains.
import { execFileSync } from 'node:child_process';
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { generateJetBrainsWebTypes } from 'custom-element-jet-brains-integration';
import { build } from 'vite';
import { readVersion } from '../../proxy/settings/read-settings.ts';
import { bundleForNode } from './bundle-for-node.ts';
import { bundleForSites } from './bundle-for-sites.ts';
import { copyDeclarations } from './declarations.ts';
import { buildDemo } from './demo.ts';
import { writeJsxTypes } from './jsx-types.ts';
import { writeManifest } from './manifest.ts';
import { joinNotices } from './notices.ts';
import { describeApi } from './openapi.ts';
import { pageNotices } from './page-module.ts';

rmSync('dist', { recursive: true, force: true });
await build({ logLevel: 'warn' }); // The widget, as the proxy serves it.
await bundleForNode({ 'enquiry-proxy': 'proxy/main.ts', proxy: 'tools/package/proxy.ts' });
copyFileSync('tools/package/launcher.js', 'dist/launcher.js'); // With its mode: it can be run.
copyFileSync('docs/assistants.md', 'llms.txt');
const served = 'widget/dist/assets/licences.txt';
const notices = ['dist/licences.txt', `widget/dist/${pageNotices}`];
writeFileSync(
  'THIRD-PARTY-NOTICES',
  joinNotices([served, ...notices].map(path => readFileSync(path, 'utf8'))),
);
for (const path of notices) rmSync(path);
const modules = ['index', 'element', 'react', 'contract'];
await bundleForSites(Object.fromEntries(modules.map(name => [name, `tools/package/${name}.ts`])));
writeFileSync('dist/openapi.json', `${JSON.stringify(describeApi(readVersion()), null, 2)}\n`);
await buildDemo();
execFileSync('tsc', ['-b', 'tools/package'], { stdio: 'inherit' });
copyDeclarations(['index', 'element', 'contract', 'proxy'].map(name => `tools/package/${name}.ts`));
const { manifest, element } = writeManifest();
generateJetBrainsWebTypes(manifest, {
  outdir: 'dist',
  packageJson: false,
  hideLogs: true,
});
writeJsxTypes(element);
