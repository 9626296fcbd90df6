import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { include: ['{proxy,demo,widget}/**/*.test.ts'], testTimeout: 20_000 },
});
