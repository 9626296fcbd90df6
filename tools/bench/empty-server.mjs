// A server that does nothing, with which the start and the memory of the proxy are compared.
import { createServer } from 'node:http';

const server = createServer().listen(0, '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${server.address().port}`);
});
