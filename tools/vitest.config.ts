import { defineConfig } from 'vitest/config'

export default defineConfig({
  root: import.meta.dirname,
  cacheDir: '../node_modules/.vite/tools',
  test: {
    name: 'tools',
    include: ['**/*.test.ts'],
    maxWorkers: 2,
    isolate: false,
    // Node loads the tools, as their users do; transforming them takes longer.
    experimental: { viteModuleRunner: false },
    // Little of what tests run is run often enough to repay the optimizing compiler.
    execArgv: ['--no-opt'],
    testTimeout: 20_000,
    // The test of new modules copies all sources first, on a busy machine too.
    hookTimeout: 60_000,
  },
})
