import { defineConfig } from 'vitest/config'

export default defineConfig({
  root: import.meta.dirname,
  cacheDir: '../node_modules/.vite/tools',
  test: { name: 'tools', include: ['**/*.test.ts'], maxWorkers: 2, testTimeout: 20_000 },
})
