import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Browser, type Page } from '@playwright/test'
import { build, preview } from 'vite'
import { findFreePort, repository } from '../tools/processes.ts'
import { demoLogin, newSignedInPage } from './sign-in.ts'

type Entry = { name: string; state?: string; theme?: 'light' | 'dark' }

export type Gallery = {
  /** All entries, as in their addresses. */
  names: string[]
  /** Signs the page's user in at the gallery's address. */
  signIn: (page: Page) => Promise<void>
  /** An entry alone, or one of its states. */
  show: (page: Page, entry: Entry) => Promise<void>
  close: () => Promise<void>
}

const configFile = join(repository, 'web/gallery/vite.config.ts')

/** The gallery, built and served; the calls of its widgets go to the journeys' server. */
export async function hostGallery(browser: Browser): Promise<Gallery> {
  process.env.HELIODESK_API = process.env.HELIODESK_URL
  const folder = await mkdtemp(join(tmpdir(), 'heliodesk-gallery-'))
  const place = { configFile, logLevel: 'warn' as const, build: { outDir: folder } }
  const port = await findFreePort()
  const [page] = await Promise.all([newSignedInPage(browser, demoLogin('admin')), build(place)])
  const server = await preview({ ...place, preview: { port } })
  const address = `http://127.0.0.1:${port}/gallery/`
  const stored = await page.evaluate(
    () => Object.fromEntries(Object.entries(localStorage)) as Record<string, string>,
  )
  const signIn = async (other: Page) => {
    await other.addInitScript(keep, stored)
  }
  await signIn(page)
  await page.goto(address)
  const links = page.getByRole('navigation', { name: '组件' }).getByRole('link')
  await expect(links.first()).toBeVisible()
  const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')!))
  await page.context().close()
  return {
    names: hrefs.map((href) => href.slice('#/'.length)),
    signIn,
    show: async (other, { name, state = '', theme = 'light' }) => {
      await other.goto(`${address}?bare#/${name}${state && `/${encodeURIComponent(state)}`}?theme=${theme}`)
      await expect(other.locator(`.state-frame a[href^="#/${name}/${state}"]`).first()).toBeVisible()
    },
    close: async () => {
      await server.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function keep(entries: Record<string, string>) {
  for (const [name, value] of Object.entries(entries)) localStorage.setItem(name, value)
}
