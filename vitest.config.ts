import { playwright } from '@vitest/browser-playwright';
import { runnerImport } from 'vite';
import { defaultExclude, defineConfig } from 'vitest/config';
import type { BrowserCommand } from 'vitest/node';
import { allCitedTags } from './docs/cited-tags.ts';
import { chromium } from './e2e/browsers.ts';
import type { PageForm, PageModule } from './proxy/contract/page-module.ts';

const slowTests = '{proxy,demo,tools}/**/*.slow.test.ts';
const setupFiles = ['tools/ci/test-setup.ts'];
const browserTests = 'widget/**/*.browser.test.ts';

let page: ReturnType<typeof runnerImport<PageModule>> | undefined;

/** Renders a form as the proxy does, for tests in a browser. */
async function renderForm(_context: unknown, form: PageForm): Promise<string> {
  page ??= runnerImport('./widget/page/page.ts', { configFile: false });
  const { module } = await page;
  return module.renderForm(form);
}

/** Moves the mouse to a corner. Test files share a page of the browser, and an element under the mouse has its hover style. */
const parkMouse: BrowserCommand<[]> = ({ page }) => page.mouse.move(0, 0);

/** Three kinds of test: `npm run check` runs `unit` and `browser`, `npm test` runs `slow` too. */
export default defineConfig({
  test: {
    // Limits for hangs: no test depends on the speed of the machine.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { requireAssertions: true, poll: { timeout: 30_000 } },
    tags: allCitedTags().map(name => ({ name })),
    maxWorkers: '150%', // Tests also wait for disks, timers and processes.
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          // Files share a worker's modules, which saves a third of the processor time. Tests don't replace modules.
          isolate: false,
          setupFiles,
          include: ['{proxy,demo,widget,docs,tools}/**/*.test.ts'],
          exclude: [...defaultExclude, slowTests, browserTests],
        },
      },
      {
        // Tests that start many processes, crash them, inject faults or fill a database.
        extends: true,
        test: { name: 'slow', setupFiles, include: [slowTests] },
      },
      {
        // The element in Chromium: imported from source, with a scripted proxy in the page.
        extends: true,
        resolve: { conditions: ['production', 'browser', 'module'] }, // Lit without its development warnings.
        optimizeDeps: { include: ['lit'] }, // Found later, they would reload a running test.
        test: {
          name: 'browser',
          include: [browserTests],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions: chromium.launchOptions }),
            instances: [{ browser: 'chromium' }],
            commands: { renderForm, parkMouse },
          },
        },
      },
    ],
  },
});
