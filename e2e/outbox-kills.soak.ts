import { setTimeout as delay } from 'node:timers/promises'
import { expect, type Page } from '@playwright/test'
import { KilledBrowser } from './killed-browser.ts'
import { leftOn, openOutboxPage, type Kept } from './outbox-page.ts'
import { OutboxServer } from './outbox-server.ts'
import { test } from './journey.ts'

declare global {
  interface Window {
    kept: (one: Kept) => void
    begun: (isPhoto: boolean) => void
  }
}

const ROUNDS = Number(process.env.HELIODESK_OUTBOX_KILLS ?? 60)
const badLine = { before: 0.05, after: 0.08, busy: 0.02, broken: 0.02 }
const goodLine = { before: 0, after: 0, busy: 0, broken: 0 }

/** Queues without end, as fast as the hurried app of a hurried person. */
const work = (page: Page) =>
  page.evaluate(async () => {
    const { trial, kept, begun } = window
    for (;;) {
      const isPhoto = Math.random() < 0.2
      const lane = `order-${Math.floor(Math.random() * 6)}`
      begun(isPhoto)
      kept(await trial.add(lane, isPhoto ? 'photo' : 'hours', isPhoto ? 3 * 1024 * 1024 : 0))
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 40))
    }
  })

async function openTrial(browser: KilledBrowser, server: OutboxServer): Promise<Page> {
  const page = await browser.open()
  await openOutboxPage(page, server)
  return page
}

test('a browser that is killed at any moment loses, doubles and damages nothing', async () => {
  test.setTimeout(ROUNDS * 25_000 + 300_000)
  const server = new OutboxServer()
  const browser = await KilledBrowser.make()
  const kept = new Map<string, Kept>()
  const tally = {
    rounds: ROUNDS,
    begun: 0,
    photosBegun: 0,
    offline: 0,
    serverKills: 0,
    torn: 0,
    healedRounds: 0,
    healedRows: 0,
  }
  try {
    await server.start()
    for (let round = 0; round < ROUNDS; round++) {
      const isOffline = round % 3 === 2
      if (isOffline) await server.kill()
      else if (!server.isUp) await server.start()
      tally.offline += isOffline ? 1 : 0
      server.trouble = badLine
      const page = await openTrial(browser, server)
      const { health } = await leftOn(page)
      tally.healedRounds += health.healed.database > 0 ? 1 : 0
      tally.healedRows += health.healed.database
      expect(health.files).toBe('kept')
      await page.exposeFunction('kept', (one: Kept) => void kept.set(one.key, one))
      await page.exposeFunction('begun', (isPhoto: boolean) => {
        tally.begun++
        tally.photosBegun += isPhoto ? 1 : 0
      })
      // Ends with the browser.
      work(page).catch(() => {})
      const life = 200 + Math.random() * 3300
      if (round % 3 === 1) {
        await delay(life / 2)
        await server.kill()
        tally.serverKills++
        await delay(life / 2)
      } else await delay(life)
      await browser.kill()
      // What happens by itself after one kill in twenty, made sure of.
      if (round % 4 === 1) tally.torn += browser.tear('IndexedDB')
      if (round % 8 === 3) tally.torn += browser.tear('File System')
    }
    if (!server.isUp) await server.start()
    server.trouble = goodLine
    const began = Date.now()
    const page = await openTrial(browser, server)
    await expect.poll(async () => (await leftOn(page)).isIdle, { timeout: ROUNDS * 10_000 }).toBe(true)
    const left = await leftOn(page)
    const times = Map.groupBy(server.log, ({ key }) => key)
    const all = [...kept.values()]
    const last = new Map<string, number>()
    const result = {
      lost: all.filter(({ key }) => !times.has(key) && !left.rows.includes(key)).length,
      left: left.rows.length,
      doubled: [...times.values()].filter((rows) => rows.length > 1).length,
      damaged: all.filter(({ key, photo }) => photo !== null && times.has(key) && !server.isWhole(photo))
        .length,
      disorder: server.log.filter(({ lane, seq }) => {
        const isLate = seq < (last.get(lane) ?? 0)
        last.set(lane, seq)
        return isLate
      }).length,
    }
    const told = {
      ...tally,
      kept: all.length,
      photos: all.filter(({ photo }) => photo).length,
      applied: server.log.length,
      drainedMs: Date.now() - began,
      ...result,
    }
    test.info().annotations.push({ type: 'figures', description: JSON.stringify(told) })
    process.stdout.write(`${JSON.stringify(told)}\n${JSON.stringify(left.errors)}\n`)
    expect(result).toEqual({ lost: 0, left: 0, doubled: 0, damaged: 0, disorder: 0 })
    expect(tally.healedRounds).toBeGreaterThan(0)
  } finally {
    await browser.remove()
    await server.kill()
  }
})
