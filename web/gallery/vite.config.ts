import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

import { apiProxy } from '../api-proxy.ts'
import { styleModules } from '../style-modules.ts'

/** The gallery on its own, not part of the served product; `npm run dev` serves it without a build. */
export default defineConfig({
  root: resolve(import.meta.dirname, '..'),
  cacheDir: '../node_modules/.vite/gallery',
  clearScreen: false,
  plugins: [react()],
  css: { modules: styleModules },
  build: {
    outDir: '../node_modules/.cache/heliodesk/gallery',
    emptyOutDir: true,
    minify: false,
    target: 'esnext',
    reportCompressedSize: false,
    chunkSizeWarningLimit: 10_000,
    rolldownOptions: {
      input: ['index.html', 'outbox.html'].map((page) => resolve(import.meta.dirname, page)),
    },
  },
  preview: { host: '127.0.0.1', strictPort: true, proxy: apiProxy },
})
