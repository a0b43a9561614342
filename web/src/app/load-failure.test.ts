import { expect, test } from 'vitest'
import { isLoadFailure } from './load-failure.ts'

test.each([
  ['Chromium', 'Failed to fetch dynamically imported module: https://host/assets/Page-1.js', true],
  ['Firefox', 'error loading dynamically imported module: https://host/assets/Page-1.js', true],
  ['Safari', 'Importing a module script failed.', true],
  ['a style sheet', 'Unable to preload CSS for /assets/Page-1.css', true],
  ['the specification', 'Loading chunk 7 failed', true],
  ['the specification, styles', 'Loading CSS chunk 7 failed', true],
  ['something else', "Cannot read properties of undefined (reading 'map')", false],
])('%s: %s', (_case, message, expected) => {
  expect(isLoadFailure(new TypeError(message))).toBe(expected)
})
