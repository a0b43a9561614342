import { expect } from '@playwright/test'
import { chooseOwnPassword, hire } from './people.ts'
import { demoLogin, fillAndDrag, signIn } from './sign-in.ts'
import { idle, test } from './journey.ts'

const OWN = 'Onboard#2026'
const MARK = '**/login/mark/novice/guide'

test('a newcomer is led around before the first password, then reads what is new', async ({
  browser,
  page,
}) => {
  test.slow()
  const newcomer = await hire(demoLogin('admin'), 'r10030')
  await page.goto('/')
  await fillAndDrag(page, newcomer)

  const tour = page.getByRole('dialog', { name: '新手引导' })
  const title = tour.getByRole('heading')
  await expect(title).toHaveText('菜单切换')
  await expect(tour.getByRole('button', { name: '上一步' })).toHaveCount(0)
  await expect(page.getByRole('dialog', { name: '修改密码' })).toHaveCount(0)
  await tour.getByRole('button', { name: '下一步' }).click()
  await expect(title).toHaveText('顶部导航')
  await tour.getByRole('button', { name: '上一步' }).click()
  await expect(title).toHaveText('菜单切换')
  await tour.getByRole('button', { name: '下一步' }).click()
  for (const shown of ['工作门户', '任务中心', '接单大厅', '任务视图']) {
    await tour.getByRole('button', { name: '下一步' }).click()
    await expect(title).toHaveText(shown)
  }
  const marked = page.waitForResponse(MARK)
  await tour.getByRole('button', { name: '完成' }).click()
  expect((await marked).ok()).toBe(true)

  // Its end leads to the password dialog, which cannot be postponed.
  await expect(tour).toBeHidden()
  const dialog = page.getByRole('dialog', { name: '修改密码' })
  await expect(dialog).toBeVisible()
  await page.reload()
  await expect(dialog).toBeVisible()
  await expect(tour).toHaveCount(0)
  await chooseOwnPassword(page, OWN)

  await fillAndDrag(page, { ...newcomer, password: OWN })
  const notes = page.getByRole('dialog', { name: '版本更新' })
  await expect(notes.getByRole('listitem')).toHaveText([
    '缺陷任务的创建已移至 APP',
    '履约界面已升级为履约管理',
    '数据填报已移至生产运营下',
  ])
  const read = page.waitForResponse(MARK)
  await notes.getByRole('button', { name: '我知道了' }).click()
  await read
  const news = page.getByRole('dialog', { name: '版本引导' })
  await expect(news.getByRole('heading')).toHaveText('顶部导航')
  await news.getByRole('button', { name: '完成' }).click()
  await page.reload()
  await expect(page.getByRole('navigation', { name: '模块' })).toBeVisible()
  await idle(page)
  await expect(page.getByRole('dialog')).toHaveCount(0)

  // Not in another browser either: the server has stored it.
  const elsewhere = await (await browser.newContext()).newPage()
  await elsewhere.goto('/')
  await fillAndDrag(elsewhere, { ...newcomer, password: OWN })
  await expect(elsewhere.getByRole('navigation', { name: '模块' })).toBeVisible()
  await idle(elsewhere)
  await expect(elsewhere.getByRole('dialog')).toHaveCount(0)
})

test('a link to what is no more says so', async ({ page }) => {
  await signIn(page, demoLogin('r10020'))
  const gone = page.getByRole('dialog', { name: '该数据及相关功能已删除' })
  for (const link of ['code=GD19990101000001', 'order=999999999']) {
    await page.goto(`/#/taskCenter?${link}`)
    await expect(gone).toContainText('因关联流程已结束，如需查看历史数据请联系运维人员')
    await gone.getByRole('button', { name: '我知道了' }).click()
    await expect(gone).toBeHidden()
    await expect(page).toHaveURL(/#\/taskCenter$/)
  }
})
