import { expect, test } from 'vitest'

test('no form leaves its faults to the browser, which tells them in its own words and refuses minutes between its steps', () => {
  const sources = import.meta.glob<string>('../**/*.tsx', { query: '?raw', import: 'default', eager: true })
  const forms = Object.entries(sources).filter(
    ([path, source]) => !/\.(test|gallery)\./.test(path) && /<form\b/.test(source),
  )
  expect(forms.map(([path]) => path)).toEqual(['./Form.tsx'])
  expect(forms[0]![1]).toMatch(/<form\b[^>]*\bnoValidate\b/)
})
