import { beforeEach, expect, test, vi } from 'vitest'

let systemChanged: () => void
let systemIsDark: boolean

/** Loads the page. */
async function open() {
  vi.resetModules()
  vi.stubGlobal('matchMedia', () => ({
    get matches() {
      return systemIsDark
    },
    addEventListener: (_name: string, listener: () => void) => (systemChanged = listener),
  }))
  const [preferences, theme] = [await import('../lib/preferences.ts'), await import('./theme.ts')]
  theme.followPreferences()
  return { ...preferences, ...theme }
}

const html = document.documentElement

beforeEach(() => {
  localStorage.clear()
  document.head.innerHTML = '<meta name="theme-color" content="">'
  for (const name of ['theme', 'colour', 'weak']) delete html.dataset[name]
  systemIsDark = false
})

test('a theme that nobody chose is the system’s and follows it; a chosen one stays', async () => {
  const page = await open()
  expect([html.dataset.theme, page.useTheme.getState().theme]).toEqual(['light', 'light'])
  systemIsDark = true
  systemChanged()
  expect([html.dataset.theme, page.useTheme.getState().theme]).toEqual(['dark', 'dark'])
  expect(document.querySelector('meta')!.content).toBe('#0f1011')
  page.switchTheme()
  expect(html.dataset.theme).toBe('light')
  systemChanged()
  expect(html.dataset.theme).toBe('light')
  page.choosePreference({ theme: 'system' })
  expect(html.dataset.theme).toBe('dark')
})

test('the primary colour is one rule of style, replaced by the next and gone with orange', async () => {
  const page = await open()
  const rules = () => [...document.querySelectorAll('style#primary-colour')].map((sheet) => sheet.textContent)
  expect(rules()).toEqual([])
  page.choosePreference({ colour: 'blue' })
  expect(html.dataset.colour).toBe('blue')
  page.choosePreference({ colour: 'rose' })
  expect(rules()).toHaveLength(1)
  expect(rules()[0]).toMatch(/^:root\[data-colour=rose\]/)
  const before = document.querySelector('style#primary-colour')
  page.choosePreference({ multipage: false })
  expect(document.querySelector('style#primary-colour')).toBe(before)
  page.choosePreference({ colour: 'orange' })
  expect([html.dataset.colour, rules()]).toEqual(['orange', ['']])
})

test('a colour chosen before is there before anything is drawn', async () => {
  const page = await open()
  page.choosePreference({ colour: 'teal', weak: true })
  delete html.dataset.colour
  delete html.dataset.weak
  document.head.innerHTML = ''
  await open()
  expect([html.dataset.colour, html.dataset.weak]).toEqual(['teal', ''])
  expect(document.querySelectorAll('style#primary-colour')).toHaveLength(1)
})

test('colour-weak mode is an attribute', async () => {
  const page = await open()
  page.choosePreference({ weak: true })
  expect(html.dataset.weak).toBe('')
  page.choosePreference({ weak: false })
  expect('weak' in html.dataset).toBe(false)
})
