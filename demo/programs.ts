import { fileURLToPath } from 'node:url';

const fileOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Whether this is the built demo of the npm package, which `enquiry-form demo` runs, rather than `npm start`. */
export const isPackaged = import.meta.filename.endsWith('.js');

/** The programs that the demo runs. */
export const programs = isPackaged
  ? {
      enquiryApi: fileOf('enquiry-api/main.js'),
      proxy: fileOf('../enquiry-proxy.js'),
    }
  : {
      enquiryApi: fileOf('enquiry-api/main.ts'),
      proxy: fileOf('../proxy/main.ts'),
    };

/** The config of the demo's own forms. */
export const demoConfig = fileOf('enquiry.config.json');

/** The command that starts the demo, and the same with options. */
export const startCommand = isPackaged ? 'npx enquiry-form demo' : 'npm start';
export const startWithOptions = isPackaged ? startCommand : `${startCommand} --`;

/** The command that runs the proxy's commands. */
export const proxyCommand = isPackaged ? 'npx enquiry-form' : 'npm run proxy --';
