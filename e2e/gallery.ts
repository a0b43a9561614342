import { expect, type Page } from '@playwright/test'
import { demoLogin, signIn } from './sign-in.ts'

type Entry = { name: string; state?: string; theme?: 'light' | 'dark' }

/** The gallery that the run has built and serves. */
const address = () => process.env.HELIODESK_GALLERY!

export const signInAtGallery = (page: Page): Promise<void> =>
  signIn(page, demoLogin('admin'), { at: new URL('/config.js', address()).href })

/** All entries, as in their addresses. */
export async function namesInGallery(page: Page): Promise<string[]> {
  await page.goto(address())
  const links = page.getByRole('navigation', { name: '组件' }).getByRole('link')
  await expect(links.first()).toBeVisible()
  const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')!))
  return hrefs.map((href) => href.slice('#/'.length))
}

/** Shows an entry alone, or one of its states. */
export async function showEntry(page: Page, { name, state = '', theme = 'light' }: Entry): Promise<void> {
  await page.goto(`${address()}?bare#/${name}${state && `/${encodeURIComponent(state)}`}?theme=${theme}`)
  await expect(page.locator(`.state-frame a[href^="#/${name}/${state}"]`).first()).toBeVisible()
}
