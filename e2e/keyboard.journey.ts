import { expect, type Page } from '@playwright/test'
import { hostGallery, type Gallery } from './gallery-host.ts'
import { acting } from './keyboard-cases.ts'
import { choosing } from './keyboard-choices.ts'
import { Keyboard } from './keyboard.ts'
import { test } from './journey.ts'

let gallery: Gallery
let page: Page

test.beforeAll(async ({ browser }) => {
  gallery = await hostGallery(browser)
  page = await browser.newPage()
  await gallery.signIn(page)
})

test.afterAll(async () => {
  await page.close()
  await gallery.close()
})

const cases = { ...acting, ...choosing }

test('every widget of the gallery has a case for the keyboard', () => {
  expect(Object.keys(cases).toSorted()).toEqual(gallery.names.toSorted())
})

for (const [name, play] of Object.entries(cases))
  test(`the keyboard alone serves ${name}`, async () => {
    await gallery.show(page, { name })
    await play(new Keyboard(page, (state) => gallery.show(page, { name, state })))
  })
