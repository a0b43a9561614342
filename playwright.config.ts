import { defineConfig } from '@playwright/test'

import { browserArguments } from './tools/browser.ts'

/**
 * No script of a journey runs long enough to repay the slow optimizing compiler; axe repays the quick one. The soak
 * measures what people get.
 */
const briefly = ['--js-flags=--no-opt']

export default defineConfig({
  testDir: 'e2e',
  testMatch: process.env.HELIODESK_SHOTS
    ? '*.shots.ts'
    : process.env.HELIODESK_SOAK
      ? '*.soak.ts'
      : '*.journey.ts',
  globalSetup: './e2e/server.setup.ts',
  outputDir: 'test-results',
  reporter: 'list',
  // Generous, because a machine that does other things at the time is slow, not wrong.
  timeout: 180_000,
  expect: { timeout: 25_000 },
  // A journey waits more than it computes: dwell times, animations, answers.
  workers: 6,
  retries: 0,
  // Only between files: the tests of one file may count what they all change.
  fullyParallel: false,
  use: {
    baseURL: process.env.HELIODESK_URL,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    viewport: { width: 1440, height: 900 },
    // An option that still grows under the pointer may lose the click.
    reducedMotion: 'reduce',
    actionTimeout: 30_000,
    // As in a window with a person before it; the headless shell refuses it to everybody otherwise.
    permissions: ['clipboard-write'],
    // A phone's window would fetch the whole product for later in each journey; those about it allow it.
    serviceWorkers: 'block',
    launchOptions: {
      executablePath: process.env.HELIODESK_BROWSER,
      args: process.env.HELIODESK_SOAK ? browserArguments : [...browserArguments, ...briefly],
      // Without a locale of UTF-8 Chromium gives downloads no Chinese names.
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
    },
  },
})
