import { resolve } from 'node:path'

import { defineConfig } from 'vitest/config'

/** Runs the soak tests (`npm run test:soak`) instead of the tests. */
const soak = process.env.HELIODESK_SOAK === '1'

export default defineConfig({
  root: resolve(import.meta.dirname, '..'),
  test: {
    name: soak ? 'server soak' : 'server',
    include: soak
      ? ['server/**/*.soak.ts', 'bench/**/*.soak.ts']
      : ['server/**/*.test.ts', 'contract/**/*.test.ts', 'stories/**/*.test.ts'],
    setupFiles: [
      ...(soak ? [] : [resolve(import.meta.dirname, 'test/log-statements.ts')]),
      ...(process.env.HELIODESK_RUNS ? [resolve(import.meta.dirname, 'test/many-runs.ts')] : []),
    ],
    globalSetup: resolve(import.meta.dirname, 'test/global-setup.ts'),
    // Tests wait for processes, locks and times, so that more of them run than there are cores.
    maxWorkers: soak ? 1 : 3,
    isolate: soak,
    // Node loads the sources, as in the product. Vite would transform them for each worker, and its result runs slower.
    experimental: { viteModuleRunner: false },
    // Little of what tests run is run often enough to repay the optimizing compiler. The soak measures what people get.
    // A large nursery is collected rarely, and by one thread: the cores are busy with the other workers.
    execArgv: soak ? [] : ['--no-opt', '--single-threaded-gc', '--max-semi-space-size=64'],
    testTimeout: soak ? 30 * 60_000 : 60_000,
    // The row types of SQL are checked at the end.
    teardownTimeout: 120_000,
    hookTimeout: soak ? 10 * 60_000 : 120_000,
    restoreMocks: true,
    env: { TZ: 'UTC' },
  },
})
