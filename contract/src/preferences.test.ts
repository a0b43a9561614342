import { expect, test } from 'vitest'
import { defaultPreferences } from './preferences.ts'

test('without a choice the primary colour is orange, content has a fixed width and pages open in tabs', () => {
  expect(defaultPreferences).toMatchObject({
    colour: 'orange',
    contentWidth: 'fixed',
    multipage: true,
    weak: false,
    notifyExport: true,
    notifyAnswer: true,
    foldColumns: true,
  })
})
