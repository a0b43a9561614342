import { AxeBuilder } from '@axe-core/playwright'
import { expect, test, type Page } from '@playwright/test'
import { demoLogin, signIn } from './sign-in.ts'

const themes = ['light', 'dark'] as const
const widths = [1440, 390] as const

/** Screens by what stands on them when they are ready. */
const screens: { path: string; ready: (page: Page) => Promise<void> }[] = [
  { path: '/taskCenter', ready: (page) => heading(page, '任务中心') },
  { path: '/station/archive', ready: (page) => heading(page, '电站档案') },
  { path: '/system/user', ready: (page) => heading(page, '用户') },
  { path: '/system/role', ready: (page) => heading(page, '角色') },
  { path: '/system/department', ready: (page) => heading(page, '部门') },
  { path: '/system/dict', ready: (page) => heading(page, '字典') },
  { path: '/system/import', ready: (page) => heading(page, '数据导入') },
  { path: '/404', ready: (page) => expect(page.getByText('很抱歉，资源未找到!')).toBeVisible() },
]

const heading = (page: Page, name: string) =>
  expect(page.getByRole('heading', { name }).first()).toBeVisible()

type Undecided = 'fail' | 'ignore'

/**
 * Nothing that axe finds, nor anything about contrast that it cannot decide, but for fields without any text and rows
 * cut by the edge of their list; the watermark is hidden first. Inside an Ant Design drawer axe takes every text for covered and decides none.
 */
async function expectNoFaults(page: Page, where: string, undecided: Undecided = 'fail') {
  // The pointer still rests where it dragged the captcha; a tooltip there would be no part of the screen.
  await page.mouse.move(0, 0)
  await page.addStyleTag({ content: '.wm { display: none !important }' })
  const { violations, incomplete } = await new AxeBuilder({ page }).analyze()
  const open = incomplete
    .filter((rule) => undecided === 'fail' && rule.id === 'color-contrast')
    .map((rule) => ({ ...rule, nodes: rule.nodes.filter((node) => !decidedByEye.has(keyOf(node))) }))
    .filter((rule) => rule.nodes.length > 0)
  const faults = [...violations, ...open].map(
    (rule) =>
      `${where} ${rule.id}: ${rule.nodes.map((node) => `${node.target.join(' ')} ${keyOf(node)}`).join(', ')}`,
  )
  expect(faults).toEqual([])
}

const decidedByEye = new Set(['emptyValue', 'elmPartiallyObscured'])

const keyOf = (node: { any: { data?: unknown }[] }) =>
  (node.any[0]?.data as { messageKey?: string } | null | undefined)?.messageKey ?? ''

for (const theme of themes) {
  for (const width of widths) {
    test.describe(`${theme} at ${width}`, () => {
      test.use({ viewport: { width, height: 844 }, colorScheme: theme, reducedMotion: 'reduce' })

      test('axe finds nothing on any screen', async ({ page }) => {
        test.slow()
        await page.goto('/')
        await expect(page.getByRole('button', { name: '登录', exact: true })).toBeVisible()
        await expectNoFaults(page, 'sign-in')
        await signIn(page, demoLogin('admin'))
        for (const screen of screens) {
          await page.goto(`/#${screen.path}`)
          await screen.ready(page)
          await page.waitForLoadState('networkidle')
          await expectNoFaults(page, screen.path)
        }
        await page.goto('/#/taskCenter')
        await (width < 768 ? page.locator('article') : page.getByRole('row')).nth(1).click()
        await expect(page.getByRole('dialog')).toBeVisible()
        await page.waitForLoadState('networkidle')
        await expectNoFaults(page, 'order detail', 'ignore')
      })
    })
  }
}
