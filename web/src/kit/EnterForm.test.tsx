import { expect, test } from 'vitest'

test('no form leaves its faults to the browser, which tells them in its own words and refuses minutes between its steps', () => {
  const sources = import.meta.glob<string>('../**/*.tsx', { query: '?raw', import: 'default', eager: true })
  const forms = Object.entries(sources)
    .filter(([path]) => !/\.(test|gallery)\./.test(path))
    .flatMap(([path, source]) =>
      Array.from(source.matchAll(/<form\b([^]*?)\n? *>\n/g), ([, props]) => [path, props!]),
    )
  expect(forms.length).toBeGreaterThan(10)
  expect(forms.filter(([, props]) => !/\bnoValidate\b/.test(props!)).map(([path]) => path)).toEqual([])
})
