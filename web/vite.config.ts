import react from '@vitejs/plugin-react'
import { createLogger, defineConfig } from 'vite'

import { apiProxy } from './api-proxy.ts'
import { finishBuild } from './finish-build.ts'
import { refuseChunkCycles } from './chunk-cycles.ts'
import { offlineBuild } from './offline-build.ts'
import { chunkGroups, refuseUnmetFiles } from './chunk-groups.ts'
import { styleModules } from './style-modules.ts'
import { zodWithoutJsonSchema } from './zod-without-json-schema.ts'

// Vite's own loader of a sheet named in `composes` causes this warning; nothing is transformed wrongly.
const logger = createLogger()
const warnOnce = logger.warnOnce.bind(logger)
logger.warnOnce = (message, options) => {
  if (!message.includes('did not pass the `from` option')) warnOnce(message, options)
}

export default defineConfig({
  root: import.meta.dirname,
  cacheDir: '../node_modules/.vite/web',
  base: '/',
  clearScreen: false,
  customLogger: logger,
  plugins: [
    react(),
    zodWithoutJsonSchema(),
    refuseUnmetFiles(),
    refuseChunkCycles(),
    offlineBuild(),
    finishBuild(),
  ],
  css: { modules: styleModules },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    sourcemap: false,
    // Browsers of 2023 and newer: Vite's default moves on every year and would shut out many an office. What they lack
    // of the language the build translates, what they lack of its library the `lib` of tsconfig.json keeps out.
    target: ['chrome111', 'edge111', 'firefox115', 'safari16.4'],
    // Those before Safari 17 fetch scripts as they meet them; the rest would carry code for nothing.
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1500,
    rolldownOptions: {
      output: { codeSplitting: { groups: chunkGroups } },
      // Forms are our own. Ant Design asks its form library for a context alone, whose index pins properties onto the
      // form and so would bring the form and its validation along, which nothing runs.
      treeshake: { moduleSideEffects: (id: string) => !id.includes('@rc-component/form/') },
    },
  },
  server: {
    host: '127.0.0.1',
    strictPort: true,
    proxy: apiProxy,
  },
})
