import { defineConfig } from 'vitest/config'

export default defineConfig({
  root: import.meta.dirname,
  cacheDir: '../node_modules/.vite/web-tests',
  test: {
    name: 'web',
    environment: 'happy-dom',
    include: ['src/**/*.test.{ts,tsx}'],
    maxWorkers: 2,
    testTimeout: 20_000,
    restoreMocks: true,
    env: { TZ: 'Asia/Shanghai' },
  },
})
