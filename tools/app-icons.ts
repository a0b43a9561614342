import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium } from '@playwright/test'

import { findBrowser } from './browser.ts'
import { repository } from './processes.ts'

/**
 * Draws the icons of the installed app from the product's mark into `web/public/icons`, after the mark has changed. What
 * masks an icon cuts off up to a tenth on each side, so the mark of a maskable one is smaller, on ground to the edges.
 */

const ground = '#f26a0a'

const icons = [
  { name: 'icon-192', size: 192, part: 1, masked: false },
  { name: 'icon-512', size: 512, part: 1, masked: false },
  { name: 'maskable-192', size: 192, part: 0.8, masked: true },
  { name: 'maskable-512', size: 512, part: 0.8, masked: true },
  // iOS rounds the corners itself, and fills what is transparent with black.
  { name: 'apple-touch-icon', size: 180, part: 0.9, masked: true },
]

const folder = join(repository, 'web/public/icons')
const mark = await readFile(join(repository, 'web/public/favicon.svg'), 'utf8')
await mkdir(folder, { recursive: true })
const browser = await chromium.launch({ executablePath: (await findBrowser()).executablePath })
try {
  for (const { name, size, part, masked } of icons) {
    const page = await browser.newPage({ viewport: { width: size, height: size } })
    const width = Math.round(size * part)
    await page.setContent(
      `<style>body{margin:0;display:grid;place-content:center;height:100vh;background:${masked ? ground : 'transparent'}}
        svg{width:${width}px;height:${width}px;display:block}</style>${mark}`,
    )
    await writeFile(join(folder, `${name}.png`), await page.screenshot({ omitBackground: true }))
    await page.close()
  }
} finally {
  await browser.close()
}
