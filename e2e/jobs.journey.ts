import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from '@playwright/test'
import { read } from './api.ts'
import { pressFor, test } from './journey.ts'
import { demoLogin, signIn } from './sign-in.ts'

let receiver: Server
let address: string
let status = 503

test.beforeAll(async () => {
  receiver = createServer((_request, response) => response.writeHead(status).end())
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
})
test.afterAll(() => receiver.close())

test('an administrator sees why a job fails, gives it up with a reason, and takes it up again', async ({
  page,
}) => {
  await signIn(page, demoLogin('admin'))
  const { id } = await read<{ id: string }>(page, 'post', '/sys/webhook/add', {
    name: '停机的平台',
    kind: 'https',
    address,
    events: ['comment.*'],
  })
  await read(page, 'post', '/sys/webhook/test', { id })
  await page.goto('/#/system/job')
  const row = page.getByRole('row', { name: /停机的平台/ })
  await expect(row).toContainText('推送 Webhook')
  await row.getByRole('button').click()
  const detail = page.getByRole('complementary', { name: '任务详情' })
  await expect(detail.getByRole('list', { name: '各次尝试' })).toContainText('对方返回 503')
  await expect(row).toContainText('重试 1 / 8')
  const question = page.getByRole('dialog', { name: '放弃这件任务？' })
  await pressFor(detail.getByRole('button', { name: '就此放弃…' }), question)
  await question.getByRole('button', { name: '放弃', exact: true }).click()
  await expect(question.getByText('请填写原因')).toBeVisible()
  await question.getByLabel('原因').fill('对方停机维护')
  await pressFor(
    question.getByRole('button', { name: '放弃', exact: true }),
    detail.getByText('对方停机维护').first(),
  )
  await expect(row).toContainText('放弃')
  await page.getByRole('button', { name: /^放弃 \d+$/ }).click()
  await expect(page).toHaveURL(/state=givenUp/)
  await expect(row).toBeVisible()

  status = 200
  await detail.getByRole('button', { name: '现在重试' }).click()
  await expect(row).toBeHidden()
  const deliveries = await read<{ records: { state: string }[] }>(page, 'get', '/sys/webhook/deliveries', {
    hookId: id,
  })
  expect(deliveries.records).toHaveLength(1)
  await read(page, 'put', '/sys/webhook/enable', { id, version: 1, enabled: false })
})
