import { expect, type Locator, type Page } from '@playwright/test'
import { read } from './api.ts'
import { expectNoFaults } from './axe.ts'
import { pressToClose } from './hand.ts'
import { pressFor, test } from './journey.ts'
import { pagesOf, plain } from './pdf.ts'
import { draw } from './picture.ts'
import { act, draftTicket, loginOf, openTicket, receiveSameDay } from './tickets.ts'

/** Presses a picture at shares of its width and height. */
async function pressAt(picture: Locator, x: number, y: number): Promise<void> {
  const { width, height } = (await picture.boundingBox())!
  await picture.click({ position: { x: width * x, y: height * y } })
}

/** The form of a draft, opened from its sheet. */
async function openForm(page: Page): Promise<Locator> {
  const form = page.getByRole('dialog', { name: '修改两票' })
  await pressFor(page.getByRole('button', { name: '修改', exact: true }), form)
  return form
}

test('a single-line diagram is marked, signed, filled as its measures are done, and printed', async ({
  browser,
}) => {
  test.setTimeout(90_000)
  await receiveSameDay()
  const draft = await draftTicket()
  const leader = await openTicket(browser, 'leader', draft.id)
  const form = await openForm(leader)
  await form
    .locator('input[type=file]')
    .first()
    .setInputFiles({
      name: '7号箱变一次接线图.png',
      mimeType: 'image/png',
      buffer: await draw(leader, '#dfe7ee'),
    })
  const editor = form.getByRole('region', { name: '第 1 张附图' })
  await expect(editor.getByLabel('第 1 张附图的图名')).toHaveValue('7号箱变一次接线图')

  // The first line of its kind comes first, then the next.
  const surface = editor.getByRole('button', { name: /添加隔离点标注/ })
  await pressAt(surface, 0.25, 0.5)
  await pressAt(surface, 0.25, 0.7)
  await editor.getByRole('group', { name: '标注类别' }).first().getByText('接地点').click()
  await pressAt(editor.getByRole('button', { name: /添加接地点标注/ }), 0.6, 0.5)
  await editor.getByRole('group', { name: '标注类别' }).first().getByText('保留带电').click()
  await pressAt(editor.getByRole('button', { name: /添加保留带电标注/ }), 0.8, 0.2)
  const marks = editor.getByRole('list', { name: '7号箱变一次接线图的标注' }).getByRole('listitem')
  await expect(marks).toHaveCount(4)
  await expect(form.getByRole('region', { name: '提交前检查' })).toContainText(
    '“7号箱变一次接线图”第 4 处标注：请填写标注的内容',
  )
  await editor.getByLabel('标注 4的内容').fill('35kV 集电线路')

  // By keyboard: moved, removed, and taken back.
  const third = editor.getByRole('button', { name: /^标注 3，/ })
  await third.focus()
  const before = (await third.boundingBox())!
  for (let presses = 0; presses < 5; presses++) await leader.keyboard.press('ArrowRight')
  await expect.poll(async () => (await third.boundingBox())!.x - before.x).toBeGreaterThan(5)
  await leader.keyboard.press('Delete')
  await expect(marks).toHaveCount(3)
  await leader.keyboard.press('Enter')
  await expect(marks).toHaveCount(4)
  await expect(third).toBeFocused()
  await expectNoFaults(leader, 'light', '附图的表单', form)
  await pressToClose(form, '保存草稿')

  const sheet = leader.getByRole('region', { name: '附图' })
  await expect(sheet.getByText('未执行')).toHaveCount(3)
  await expectNoFaults(leader, 'dark', '附图')
  await leader.reload()
  await act(leader, '提交')
  const issuer = await openTicket(browser, 'issuer', draft.id)
  await act(issuer, '签发', (dialog) => dialog.getByLabel('保留带电部分').fill('35kV 集电线路'))
  await act(issuer, '接票')
  await read(loginOf('permitter'), 'post', '/ticket/tick', { id: draft.id, no: 1 })

  const permitter = await openTicket(browser, 'permitter', draft.id, 390)
  const seen = permitter.getByRole('region', { name: '附图' })
  await expect(seen.getByText('已执行')).toHaveCount(1)
  await pressFor(
    seen.getByRole('button', { name: '放大 7号箱变一次接线图' }),
    permitter.getByRole('group', { name: '图片预览' }),
  )
  await expect(permitter.locator('.drawings-pin')).toHaveCount(4 + 4 + 4)

  await leader.goto(`/#/operation/ticket/print?id=${draft.id}`)
  await expect(leader.getByRole('button', { name: '打印', exact: true })).toBeEnabled()
  const pages = await pagesOf(await leader.pdf({ preferCSSPageSize: true }))
  const drawn = pages.filter((text) => text.includes(plain('附图：7号箱变一次接线图')))
  expect(drawn).toHaveLength(1)
  for (const text of ['隔离点已执行', '接地点未执行', '35kV 集电线路', '断开7号箱变低压侧断路器'])
    expect(drawn[0]).toContain(plain(text))
})
