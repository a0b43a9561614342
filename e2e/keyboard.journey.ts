import { expect, type Page } from '@playwright/test'
import { namesInGallery, showEntry, signInAtGallery } from './gallery.ts'
import { acting } from './keyboard-cases.ts'
import { choosing } from './keyboard-choices.ts'
import { Keyboard } from './keyboard.ts'
import { test } from './journey.ts'

let page: Page

test.beforeAll(async ({ browser }) => {
  page = await browser.newPage()
  await signInAtGallery(page)
})

test.afterAll(() => page.close())

const cases = { ...acting, ...choosing }

test('every widget of the gallery has a case for the keyboard', async () => {
  const names = await namesInGallery(page)
  expect(Object.keys(cases).toSorted()).toEqual(names.toSorted())
})

for (const [name, play] of Object.entries(cases))
  test(`the keyboard alone serves ${name}`, async () => {
    await showEntry(page, { name })
    await play(new Keyboard(page, (state) => showEntry(page, { name, state })))
  })
