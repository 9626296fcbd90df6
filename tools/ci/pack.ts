// Writes what a release publishes to the folder `release/files`: the package, the list of its components (an SBOM in
// CycloneDX format), the plugin for WordPress, and the SHA-256 digests of these.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const folder = 'release/files';
const plugin = 'widget/wordpress/enquiry-form.php';
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
execFileSync('npm', ['pack', '--pack-destination', folder, '--loglevel=error'], { stdio: 'inherit' });

// It lists all installed packages: those that are bundled are among the development dependencies.
const sbom = execFileSync('npm', ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application'], {
  encoding: 'utf8',
});
const components = JSON.parse(sbom);
components.metadata.component.name = 'enquiry-form'; // npm takes the name of the folder.
writeFileSync(join(folder, `enquiry-form-${version}.cdx.json`), JSON.stringify(components, undefined, 2));
copyFileSync(plugin, join(folder, basename(plugin)));

const digest = (name: string) =>
  createHash('sha256')
    .update(readFileSync(join(folder, name)))
    .digest('hex');
const sums = readdirSync(folder).map(name => `${digest(name)}  ${name}\n`);
writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''));
