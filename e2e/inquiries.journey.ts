import { expect, type Locator, type Page } from '@playwright/test'
import { read, tokenOf } from './api.ts'
import { pressToClose } from './hand.ts'
import { rowOf } from './rows.ts'
import { demoLogin, newSignedInPage, openPage } from './sign-in.ts'
import { test } from './journey.ts'
import { draw } from './picture.ts'

const mark = Date.now().toString().slice(-6)

/** Pastes a screenshot as the clipboard does. */
async function pasteInto(field: Locator, picture: Buffer, name: string): Promise<void> {
  await field.evaluate(
    (element, { base64, fileName }) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
      const clipboardData = new DataTransfer()
      clipboardData.items.add(new File([bytes], fileName, { type: 'image/png' }))
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    },
    { base64: picture.toString('base64'), fileName: name },
  )
}

const drawn = (picture: Locator) =>
  expect.poll(() => picture.evaluate((element) => (element as HTMLImageElement).naturalWidth))

type Found = { records: { id: string }[]; total: number }
type Detail = { id: string; version: number; files: { path: string; url: string }[] }

/** Expects the files' paths and the inquiry's id to reveal nothing to an unrelated user. */
async function expectHidden(page: Page, { id, files }: Detail): Promise<void> {
  const token = await tokenOf(page)
  const ask = async (path: string) => {
    const response = await page.request.get(`/api${path}`, { headers: { 'X-Access-Token': token } })
    return ((await response.json()) as { message: string }).message
  }
  expect(await ask(`/sys/inquiry/queryById?id=${id}`)).toBe('数据不存在或无权查看')
  for (const { path } of files)
    expect(await ask(`/sys/oss/file/downLoad?path=${path}`)).toBe('数据不存在或无权查看')
}

test('feedback with screenshots goes to the administrator, and the answer with a picture comes back', async ({
  browser,
}) => {
  test.slow()
  const content = `任务中心筛选后空白 ${mark}`
  const worker = await newSignedInPage(browser, demoLogin('r10030'))
  await openPage(worker, '/user/tickling/tickling', '问题反馈')
  await expect(worker.getByRole('group', { name: '范围' })).toBeHidden()

  await worker.getByRole('button', { name: '新建反馈' }).click()
  const form = worker.getByRole('dialog', { name: '新建反馈' })
  await form.getByRole('button', { name: '提交' }).click()
  await expect(form.getByText('请填写问题或建议')).toBeVisible()
  await form.getByLabel('问题或建议').fill(content)
  await form.getByRole('radio', { name: '数据错误' }).check()

  // One pasted, one chosen; a file that is not a picture is rejected at once, with its name.
  await pasteInto(form.getByLabel('问题或建议'), await draw(worker, '#c94a06'), '粘贴的截图.png')
  await drawn(form.getByRole('button', { name: '查看 粘贴的截图.png' }).locator('img')).toBe(320)
  const choice = form.getByLabel('截图', { exact: true })
  await choice.setInputFiles([
    { name: '选择的截图.png', mimeType: 'image/png', buffer: await draw(worker, '#17724b') },
    { name: '说明.txt', mimeType: 'text/plain', buffer: Buffer.from('文字') },
  ])
  await expect(form.getByRole('alert')).toHaveText('说明.txt：请上传PNG、JPG、WebP格式文件!')
  await expect(form.getByRole('button', { name: '查看 选择的截图.png' })).toBeVisible()
  await form.getByRole('button', { name: '移除 选择的截图.png' }).click()
  await expect(form.getByRole('button', { name: '查看 选择的截图.png' })).toBeHidden()

  // Closing with unsaved text asks first.
  await form.getByRole('button', { name: '关闭' }).click()
  const question = worker.getByRole('dialog', { name: '数据尚未保存，是否确定关闭?' })
  await question.getByRole('button', { name: '取消' }).click()
  await pressToClose(form, '提交')
  await expect(rowOf(worker, content)).toContainText('待处理')

  const admin = await newSignedInPage(browser, demoLogin('admin'))
  await openPage(admin, '/user/tickling/tickling', '问题反馈')
  await expect(admin.getByRole('button', { name: /全部反馈/, pressed: true })).toBeVisible()
  await rowOf(admin, content).click()
  const received = admin.getByRole('dialog', { name: new RegExp(content) })
  await received.getByRole('button', { name: '查看 粘贴的截图.png' }).click()
  const preview = admin.getByRole('dialog', { name: '粘贴的截图.png' })
  await drawn(preview.getByRole('img', { name: '粘贴的截图.png' })).toBe(480)
  await preview.getByRole('button', { name: '关闭' }).click()
  await received.getByRole('button', { name: '开始处理' }).click()
  await expect(received.getByText('处理中', { exact: true })).toBeVisible()
  await received.getByLabel('回复内容').fill('已修复，请刷新后再看')
  await pasteInto(received.getByLabel('回复内容'), await draw(admin, '#1f5bb5'), '修复后.png')
  await drawn(received.getByRole('button', { name: '查看 修复后.png' }).locator('img')).toBe(320)
  await received.getByRole('button', { name: '回复', exact: true }).click()
  await expect(received.getByText('已回复', { exact: true })).toBeVisible()
  const address = admin.url()

  // The sender sees that there is an answer, and reads it.
  await openPage(worker, '/user/tickling/tickling', '问题反馈')
  await worker.reload()
  await expect(rowOf(worker, content).getByRole('img', { name: '有未读内容' })).toBeVisible()
  await rowOf(worker, content).click()
  const answered = worker.getByRole('dialog', { name: new RegExp(content) })
  await expect(answered.getByText('已修复，请刷新后再看')).toBeVisible()
  await drawn(answered.getByRole('button', { name: '查看 修复后.png' }).locator('img')).toBe(320)
  await answered.getByRole('button', { name: '关闭', exact: true }).click()
  await expect(rowOf(worker, content).getByRole('img', { name: '有未读内容' })).toBeHidden()

  // A link opens it; once it is closed, no more messages can be sent.
  await admin.goto(address)
  await admin.reload()
  await received.getByRole('button', { name: '关闭反馈' }).click()
  const confirm = admin.getByRole('dialog', { name: '关闭这条反馈？' })
  await confirm.getByRole('button', { name: '关闭', exact: true }).click()
  await expect(received.getByText('已关闭，不能再回复')).toBeVisible()

  const { records } = await read<Found>(admin, 'get', '/sys/inquiry/list', {
    box: 'feedback',
    side: 'office',
    keyword: content,
  })
  const detail = await read<Detail>(admin, 'get', '/sys/inquiry/queryById', { id: records[0]!.id })
  expect(detail.files).toHaveLength(1)
  const unrelated = await newSignedInPage(browser, demoLogin('r10020'))
  const elsewhere = await newSignedInPage(browser, demoLogin('admin', '晴空新能'))
  for (const page of [unrelated, elsewhere]) {
    await expectHidden(page, detail)
    await page.goto(`/#/user/tickling/tickling?id=${detail.id}`)
    await expect(page.getByRole('dialog').getByText('数据不存在或无权查看')).toBeVisible()
  }
  await openPage(elsewhere, '/user/tickling/tickling', '问题反馈')
  await expect(rowOf(elsewhere, content)).toHaveCount(0)
})

test('a letter to the manager is read by the recipient alone, and its answer returns', async ({
  browser,
}) => {
  test.slow()
  const title = `关于早班交通 ${mark}`
  const worker = await newSignedInPage(browser, demoLogin('r10030'))
  await worker.goto('/#/editMail')
  const form = worker.getByRole('dialog', { name: '给总经理写信' })
  await form.getByLabel('标题').fill(title)
  await form.getByLabel('内容').fill('建议增加一班车，早班同事可以提前到站。')
  await pasteInto(form.getByLabel('内容'), await draw(worker, '#8a5a00'), '时刻表.png')
  await drawn(form.getByRole('button', { name: '查看 时刻表.png' }).locator('img')).toBe(320)
  await form.getByRole('button', { name: '寄出' }).click()
  await expect(worker.getByText('信已寄出')).toBeVisible()
  await expect(form).toBeHidden()
  await expect(rowOf(worker, title)).toContainText('待处理')

  const admin = await newSignedInPage(browser, demoLogin('admin'))
  await openPage(admin, '/editMail?side=office', '总经理信箱')
  await rowOf(admin, title).click()
  const received = admin.getByRole('dialog', { name: new RegExp(title) })
  await received.getByLabel('回复内容').fill('下月起增开 6:40 的班车。')
  await received.getByRole('button', { name: '回复', exact: true }).click()
  await expect(received.getByText('已回复', { exact: true })).toBeVisible()
  const { records } = await read<Found>(admin, 'get', '/sys/inquiry/list', {
    box: 'mail',
    side: 'office',
    keyword: title,
  })
  const detail = await read<Detail>(admin, 'get', '/sys/inquiry/queryById', { id: records[0]!.id })

  await openPage(worker, '/editMail?side=own', '总经理信箱')
  await worker.reload()
  await rowOf(worker, title).click()
  const answered = worker.getByRole('dialog', { name: new RegExp(title) })
  await expect(answered.getByText('下月起增开 6:40 的班车。')).toBeVisible()

  const unrelated = await newSignedInPage(browser, demoLogin('r10020'))
  const elsewhere = await newSignedInPage(browser, demoLogin('admin', '晴空新能'))
  for (const page of [unrelated, elsewhere]) await expectHidden(page, detail)
  await openPage(elsewhere, '/editMail?side=office', '总经理信箱')
  await expect(rowOf(elsewhere, title)).toHaveCount(0)
})
