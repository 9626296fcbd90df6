import { startEnquiryApi } from './server.ts';

const { HOST, PORT, STANDIN_DATA, STANDIN_USERNAME, STANDIN_PASSWORD, STANDIN_APPLICATION_PASSWORD } =
  process.env;
const port = PORT ?? '8081';

try {
  if (!/^\d{1,5}$/.test(port)) throw new Error('PORT must be a number from 0 to 65535.');
  const api = await startEnquiryApi({
    host: HOST ?? '127.0.0.1',
    port: Number(port),
    folder: STANDIN_DATA ?? './data/enquiry-api',
    login: {
      username: STANDIN_USERNAME ?? 'demo',
      password: STANDIN_PASSWORD ?? 'demo-password',
      applicationPassword: STANDIN_APPLICATION_PASSWORD ?? 'demo application password',
    },
  });
  console.log(`enquiry API listening on ${api.url}`);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      api.stop().then(
        () => process.exit(0),
        error => {
          console.error(error);
          process.exit(1);
        },
      );
    });
  }
} catch (error) {
  // A configuration error.
  const { code, message } = error as NodeJS.ErrnoException;
  console.error(
    code === 'EADDRINUSE'
      ? `Port ${port} is in use; set PORT to another one.`
      : `The enquiry API could not start: ${message}`,
  );
  process.exit(1);
}
