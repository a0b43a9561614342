import type { Page } from '@playwright/test'
import type { OutboxServer } from './outbox-server.ts'

export type Kept = { key: string; lane: string; seq: number; photo: string | null }
export type Left = {
  rows: string[]
  isIdle: boolean
  health: { files: unknown; healed: { database: number; journal: number } }
  errors: string[]
}

/** What the page of `web/gallery/outbox.ts` can do. */
export type Trial = {
  open: () => Promise<unknown>
  add: (lane: string, kind: string, photoBytes?: number) => Promise<Kept>
  left: () => Promise<Left>
  wake: () => void
}

declare global {
  interface Window {
    trial: Trial
  }
}

export async function openOutboxPage(page: Page, server: OutboxServer): Promise<void> {
  await page.goto(`${process.env.HELIODESK_GALLERY}outbox.html?server=${server.address}`)
  await page.evaluate(() => window.trial.open())
}

export const leftOn = (page: Page): Promise<Left> => page.evaluate(() => window.trial.left())

export const addOn = (page: Page, lane: string, kind: string, photoBytes = 0): Promise<Kept> =>
  page.evaluate(([to, what, bytes]) => window.trial.add(to, what, bytes), [lane, kind, photoBytes] as const)

export const wakeOn = (page: Page): Promise<void> => page.evaluate(() => window.trial.wake())
