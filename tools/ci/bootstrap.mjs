// Installs what is missing before `npm start`, `npm run check` and `npm test`. No dependencies; also runs on Node 20.
// With --check it also looks for Chromium, a PostgreSQL server and strace, with --tests for Firefox, WebKit and a font
// too, with --release for web servers, WordPress, lynx, zbarimg, promtool, exiftool and clamd too, with --heard for the browsers and the
// screen reader (CHROMIUM and FIREFOX name other executables), and with --torture for a PostgreSQL server and a pooler. It
// installs Debian's packages when it runs as root, without starting their services.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

const marker = 'node_modules/.installed';
const lock = createHash('sha256').update(readFileSync('package-lock.json')).digest('hex');
const isInstalled =
  existsSync('node_modules/.bin/node') && existsSync(marker) && readFileSync(marker, 'utf8') === lock;

if (!isInstalled) {
  console.log('Installing the packages of package-lock.json …');
  const npm = process.env.npm_execpath ? [process.env.npm_node_execpath, process.env.npm_execpath] : ['npm'];
  run([...npm, 'ci', '--loglevel=error'], 'npm ci failed; is the npm registry reachable?');
  if (!existsSync('node_modules/.bin/node'))
    fail('The package "node" has no runtime; allow its install script.');
  writeFileSync(marker, lock);
}

const forCheck = {
  'chromium-headless-shell': process.env.CHROMIUM || '/usr/bin/chromium-headless-shell',
  postgresql: '/usr/lib/postgresql',
  strace: '/usr/bin/strace',
};
const forTests = {
  ...forCheck,
  chromium: process.env.CHROMIUM || '/usr/bin/chromium',
  'firefox-esr': process.env.FIREFOX || '/usr/bin/firefox-esr',
  'webkit2gtk-driver': '/usr/bin/WebKitWebDriver',
  xvfb: '/usr/bin/Xvfb',
  // Texts take the same number of lines on every machine.
  'fonts-liberation': '/usr/share/fonts/truetype/liberation/LiberationSans-Regular.ttf',
};
const forRelease = {
  ...forTests,
  'nginx-light': '/usr/sbin/nginx',
  'apache2-bin': '/usr/sbin/apache2',
  caddy: '/usr/bin/caddy',
  haproxy: '/usr/sbin/haproxy',
  wordpress: '/usr/share/wordpress/wp-load.php',
  'wordpress-theme-twentytwentythree': '/usr/share/wordpress/wp-content/themes/twentytwentythree',
  'mariadb-server-core': '/usr/sbin/mariadbd',
  'php-fpm': '/usr/share/doc/php-fpm',
  lynx: '/usr/bin/lynx',
  'zbar-tools': '/usr/bin/zbarimg',
  prometheus: '/usr/bin/promtool',
  'libimage-exiftool-perl': '/usr/bin/exiftool',
  'clamav-daemon': '/usr/sbin/clamd',
};
const forHeard = {
  chromium: forTests.chromium,
  'firefox-esr': forTests['firefox-esr'],
  xvfb: forTests.xvfb,
  orca: '/usr/bin/orca',
  'python3-pyatspi': '/usr/lib/python3/dist-packages/pyatspi',
  'at-spi2-core': '/usr/libexec/at-spi-bus-launcher',
  dbus: '/usr/bin/dbus-daemon',
  'libglib2.0-bin': '/usr/bin/gdbus',
  openbox: '/usr/bin/openbox',
  xdotool: '/usr/bin/xdotool',
};
const forTorture = { postgresql: forCheck.postgresql, pgbouncer: '/usr/sbin/pgbouncer' };
const lists = {
  '--check': forCheck,
  '--tests': forTests,
  '--release': forRelease,
  '--heard': forHeard,
  '--torture': forTorture,
};
const options = process.argv.slice(2);

if (options.length > 0) {
  const wanted = Object.assign({}, ...options.map(option => lists[option]));
  const missing = Object.keys(wanted).filter(name => !existsSync(wanted[name]));
  if (missing.length > 0) {
    const install = `apt-get install -y --no-install-recommends ${missing.join(' ')}`;
    const isDebianRoot = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
    if (!isDebianRoot) {
      fail(`This needs ${missing.join(' and ')}. As root on Debian: apt-get update && ${install}`);
    }
    console.log(`Installing Debian's ${missing.join(' and ')} …`);
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    forbidServices('/usr/sbin/policy-rc.d');
    run(['apt-get', 'update', '-qq'], 'apt-get update failed.', env);
    run([...install.split(' '), '-qq'], 'The packages could not be installed.', env);
  }
}

/** Lets the packages start no services, of which the tests need only the programs, until this process ends. See
 * invoke-rc.d(8). */
function forbidServices(policy) {
  if (existsSync(policy)) return;
  writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  process.on('exit', () => rmSync(policy));
}

function run([command, ...words], failure, env = process.env) {
  if (spawnSync(command, words, { stdio: 'inherit', env }).status !== 0) fail(failure);
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
