import { defineConfig } from 'vitest/config'

import { styleModules } from './style-modules.ts'

export default defineConfig({
  root: import.meta.dirname,
  cacheDir: '../node_modules/.vite/web-tests',
  css: { modules: styleModules },
  test: {
    name: 'web',
    environment: 'happy-dom',
    include: ['{src,service-worker}/**/*.test.{ts,tsx}'],
    maxWorkers: 2,
    isolate: false,
    // Little of what tests run is run often enough to repay the optimizing compiler.
    execArgv: ['--no-opt'],
    setupFiles: './test-page.setup.ts',
    testTimeout: 60_000,
    restoreMocks: true,
    // Tests see the class names of the product.
    css: { include: /\.module\.css$/, modules: { classNameStrategy: 'scoped' } },
    env: { TZ: 'Asia/Shanghai' },
  },
})
