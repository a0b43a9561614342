import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

import { finishBuild } from './finish-build.ts'

const api = { target: process.env.HELIODESK_API ?? 'http://127.0.0.1:8080', xfwd: true }

export default defineConfig({
  root: import.meta.dirname,
  cacheDir: '../node_modules/.vite/web',
  base: '/',
  clearScreen: false,
  plugins: [react(), finishBuild()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    sourcemap: false,
    // Browsers of 2023 and newer: Vite's default moves on every year and would shut out many an office.
    target: ['chrome111', 'edge111', 'firefox114', 'safari16.4'],
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1500,
    // Forms are our own. Ant Design asks its form library for a context alone, whose index pins properties onto the
    // form and so would bring the form and its validation along, which nothing runs.
    rolldownOptions: {
      treeshake: { moduleSideEffects: (id: string) => !id.includes('@rc-component/form/') },
    },
  },
  server: {
    host: '127.0.0.1',
    strictPort: true,
    proxy: { '/api': api, '/config.js': api },
  },
})
