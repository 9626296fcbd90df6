// Runs Debian's WordPress with MariaDB, PHP-FPM and nginx: a single site, and a network of sites with a firm's site in the
// path /firm/. Everything is in one temporary folder, and only nginx listens on ports. The variable WORDPRESS names the
// folder of another release.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '../../demo/processes.ts';

const run = promisify(execFile);
const isRoot = process.getuid?.() === 0;
const plugin = resolve('widget/wordpress/enquiry-form.php');
/** Everybody's password. */
export const password = 'correct horse battery staple';
/** Ends what a script prints. */
const completed = '(completed)';
const maxStartMs = 60_000;

type Installation = 'single' | 'network';

export interface WordPress {
  /** The address of the single site, which has the user `editor` and a theme of blocks. */
  single: string;
  /** The address of a firm's site on the network, which has the users `manager`, an administrator, and `author`, and a
   * classic theme. */
  firm: string;
  /** Runs PHP code in WordPress. Resolves with what it prints. */
  runPhp(installation: Installation, code: string): Promise<string>;
  /** Returns the errors, warnings and notices of PHP so far. */
  readWarnings(): string[];
  stop(): Promise<void>;
}

/** The configuration of both sites. The web server and `runPhp` pass the installation and the host. */
const configuration = (folder: string) => `<?php
define( 'DB_NAME', $_SERVER['INSTALLATION'] );
define( 'DB_USER', 'root' );
define( 'DB_PASSWORD', '' );
define( 'DB_HOST', 'localhost:${folder}/database.sock' );
define( 'WP_HTTP_BLOCK_EXTERNAL', true );
define( 'AUTOMATIC_UPDATER_DISABLED', true );
define( 'DISABLE_WP_CRON', true );
define( 'WP_DEBUG', true );
define( 'WP_DEBUG_DISPLAY', false );
define( 'WP_DEBUG_LOG', '${folder}/warnings.log' );
foreach ( array( 'AUTH', 'SECURE_AUTH', 'LOGGED_IN', 'NONCE' ) as $use ) {
  define( "{$use}_KEY", "key of $use" );
  define( "{$use}_SALT", "salt of $use" );
}
if ( isset( $_SERVER['INSTALLS'] ) ) {
  define( 'WP_INSTALLING', true );
  define( 'WP_SITEURL', 'http://' . $_SERVER['HTTP_HOST'] );
} elseif ( 'network' === $_SERVER['INSTALLATION'] ) {
  define( 'MULTISITE', true );
  define( 'SUBDOMAIN_INSTALL', false );
  define( 'DOMAIN_CURRENT_SITE', $_SERVER['HTTP_HOST'] );
  define( 'PATH_CURRENT_SITE', '/' );
}
if ( 'network' === $_SERVER['INSTALLATION'] ) {
  define( 'WP_DEFAULT_THEME', 'classic' );
}
$table_prefix = 'wp_';
require_once ABSPATH . 'wp-settings.php';
`;

/** What every request loads. With "?modules", a release before 6.5 gets the function that 6.5 has: the pages of a theme
 * without blocks have the enqueued modules in their footer. */
const mustUse = `<?php
add_filter( 'pre_wp_mail', '__return_true' );
if ( isset( $_GET['modules'] ) && ! function_exists( 'wp_enqueue_script_module' ) ) {
  function wp_enqueue_script_module( $id, $src, $dependencies, $version ) {
    $GLOBALS['modules'][ $id ] = $src . ( null === $version ? '' : '&ver=6.5' );
  }
  function wp_deregister_script_module( $id ) {
    unset( $GLOBALS['modules'][ $id ] );
  }
  add_action( 'wp_footer', function () {
    foreach ( $GLOBALS['modules'] as $id => $src ) {
      wp_print_script_tag( array( 'type' => 'module', 'src' => $src, 'id' => "$id-js-module" ) );
    }
  } );
}
`;

/** A theme without blocks, which doesn't declare support for HTML5. With "?script=", it adds a module of its own. */
const classicTheme = `<!doctype html>
<html <?php language_attributes(); ?>>
<head><meta name="viewport" content="width=device-width"><title>A firm</title><?php wp_head(); ?></head>
<?php isset( $_GET['script'] ) && wp_print_script_tag( array( 'type' => 'module', 'src' => $_GET['script'] ) ); ?>
<body><?php the_post(); the_content(); wp_footer(); ?></body>
</html>
`;

const createUser = (name: string, role: string) =>
  `wp_insert_user( array( 'user_login' => '${name}', 'user_pass' => '${password}', 'user_email' => '${name}@example.com', 'role' => '${role}' ) );`;

const install = (title: string) => `require ABSPATH . 'wp-admin/includes/upgrade.php';
wp_install( '${title}', 'admin', 'admin@example.com', true, '', '${password}' );`;

const installNetwork = `${install('Agency')}
require ABSPATH . 'wp-admin/includes/network.php';
foreach ( $wpdb->tables( 'ms_global' ) as $name => $table ) {
  $wpdb->$name = $table;
}
install_network();
populate_network( 1, $_SERVER['HTTP_HOST'], 'admin@example.com', 'Agency', '/', false );`;

const activatePlugin = `require_once ABSPATH . 'wp-admin/includes/plugin.php';
activate_plugin( 'enquiry-form.php' );`;

/** WordPress would remove the colon before the port. */
const createFirm = `add_filter( 'sanitize_user', fn( $clean, $raw ) => $raw, 10, 2 );
$site = wp_insert_site(
  array( 'domain' => $_SERVER['HTTP_HOST'], 'path' => '/firm/', 'network_id' => 1, 'user_id' => 1, 'title' => 'Firm' )
);
switch_to_blog( $site );
${createUser('manager', 'administrator')}
${createUser('author', 'author')}
${activatePlugin}`;

/** The rewrites that a network needs to find WordPress's own files below the path of a site. */
const networkRewrites = `if (!-e $request_filename) {
    rewrite /wp-admin$ $scheme://$http_host$uri/ permanent;
    rewrite ^(/[^/]+)?(/wp-.*) $2 last;
    rewrite ^(/[^/]+)?(/.*\\.php) $2 last;
  }`;

const webServer = (folder: string, installation: Installation, port: number) => `server {
  listen 127.0.0.1:${port};
  root ${folder}/wordpress;
  index index.php;
  ${installation === 'network' ? networkRewrites : ''}
  location / { try_files $uri $uri/ /index.php?$args; }
  location ~ \\.php$ {
    include /etc/nginx/fastcgi.conf;
    fastcgi_param INSTALLATION ${installation};
    fastcgi_param HTTP_HOST $http_host;
    fastcgi_pass unix:${folder}/php.sock;
  }
}`;

/** The configuration of nginx for both installations. As root, nginx would switch to a user who can't write here. */
const nginxConfig = (folder: string, ports: Record<Installation, number>) => `${isRoot ? 'user root;' : ''}
daemon off; worker_processes 1; pid ${folder}/nginx.pid; error_log stderr error; events {}
http {
include /etc/nginx/mime.types; access_log off;
${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(name => `${name}_temp_path ${folder}/${name};`).join('\n')}
${webServer(folder, 'single', ports.single)}
${webServer(folder, 'network', ports.network)}
}`;

const phpConfig = (folder: string) => `[global]
error_log = ${folder}/php.log
[www]
${isRoot ? 'user = root' : ''}
listen = ${folder}/php.sock
pm = static
pm.max_children = 4
`;

/** Starts the database, PHP and nginx with the files in this folder. `stop` ends those that run. */
function createServers(folder: string) {
  const children: ChildProcess[] = [];
  let output = '';
  const startServer = (command: string, ...words: string[]) => {
    const env = { PATH: process.env.PATH ?? '', HOME: folder };
    // A process group of its own lets Ctrl-C reach only the test, which then stops it.
    const child = spawn(command, words, { env, stdio: ['ignore', 'ignore', 'pipe'], detached: true });
    children.push(child);
    child.stderr.on('data', text => {
      output += text;
    });
  };
  return {
    async start(): Promise<void> {
      startServer('/usr/sbin/nginx', '-c', join(folder, 'nginx.conf'), '-e', 'stderr');
      const { stdout: version } = await run('php', ['-r', 'echo PHP_MAJOR_VERSION, ".", PHP_MINOR_VERSION;']);
      const asRoot = isRoot ? ['--allow-to-run-as-root'] : [];
      startServer(
        `/usr/sbin/php-fpm${version}`,
        '--nodaemonize',
        '--fpm-config',
        join(folder, 'php.conf'),
        ...asRoot,
      );

      const database = ['--no-defaults', `--datadir=${folder}/database`, ...(isRoot ? ['--user=root'] : [])];
      await run('mariadb-install-db', [...database, '--auth-root-authentication-method=normal']);
      const access = [
        `--socket=${folder}/database.sock`,
        '--skip-networking',
        `--init-file=${folder}/databases.sql`,
      ];
      // Nobody needs the data after a crash.
      startServer('/usr/sbin/mariadbd', ...database, ...access, '--innodb-flush-log-at-trx-commit=0');

      const waitUntilMs = performance.now() + maxStartMs;
      while (!['php.sock', 'database.sock'].every(name => existsSync(join(folder, name)))) {
        const hasEnded = children.some(({ exitCode }) => exitCode !== null);
        if (hasEnded || performance.now() > waitUntilMs)
          throw new Error(`The servers don't start: ${output}`);
        await pause(20);
      }
    },
    async stop(): Promise<void> {
      for (const child of children.toReversed()) {
        const hasEnded = child.exitCode !== null || child.signalCode !== null;
        if (!hasEnded && child.kill('SIGTERM')) await once(child, 'exit');
      }
    },
  };
}

/** Writes the configurations, and WordPress with the plugin. */
async function writeFiles(folder: string, ports: Record<Installation, number>): Promise<void> {
  await run('cp', ['-r', process.env.WORDPRESS ?? '/usr/share/wordpress', join(folder, 'wordpress')]);
  for (const [path, text] of Object.entries({
    'nginx.conf': nginxConfig(folder, ports),
    'php.conf': phpConfig(folder),
    'databases.sql': 'CREATE DATABASE single;\nCREATE DATABASE network;\n',
    'warnings.log': '',
    'wordpress/wp-config.php': configuration(folder),
    'wordpress/wp-content/mu-plugins/tests.php': mustUse,
    'wordpress/wp-content/themes/classic/style.css': '/* Theme Name: Classic */',
    'wordpress/wp-content/themes/classic/index.php': classicTheme,
  })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  await run('php', ['-l', plugin]);
  copyFileSync(plugin, join(folder, 'wordpress/wp-content/plugins/enquiry-form.php'));
}

export async function startWordPress(): Promise<WordPress> {
  const folder = mkdtempSync(join(tmpdir(), 'wordpress-'));
  const servers = createServers(folder);
  const ports = { single: await freePort(0), network: await freePort(0) };
  const runPhp = async (installation: Installation, code: string, variables = {}) => {
    const script = `require '${folder}/wordpress/wp-load.php';\n${code}\necho '${completed}';`;
    const host = { INSTALLATION: installation, HTTP_HOST: `127.0.0.1:${ports[installation]}` };
    const env = { PATH: process.env.PATH, ...host, ...variables };
    const { stdout } = await run('php', ['-r', script], { env });
    // WordPress ends successfully even if it isn't installed or can't reach its database.
    if (!stdout.endsWith(completed)) throw new Error(stdout);
    return stdout.slice(0, -completed.length);
  };
  const stop = async () => {
    await servers.stop();
    rmSync(folder, { recursive: true });
  };
  const installSingle = async () => {
    await runPhp('single', install('Firm'), { INSTALLS: '1' });
    await runPhp('single', `${createUser('editor', 'editor')}\n${activatePlugin}`);
  };
  const installFirm = async () => {
    await runPhp('network', installNetwork, { INSTALLS: '1' });
    await runPhp('network', createFirm);
  };
  try {
    await writeFiles(folder, ports);
    await servers.start();
    await Promise.all([installSingle(), installFirm()]);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    single: `http://127.0.0.1:${ports.single}`,
    firm: `http://127.0.0.1:${ports.network}/firm`,
    runPhp,
    readWarnings: () => readFileSync(join(folder, 'warnings.log'), 'utf8').split('\n'),
    stop,
  };
}
