import { expect } from '@playwright/test'
import { test } from './journey.ts'
import { openPage, operatorLogin, signIn } from './sign-in.ts'

test('the operator sees how the platform fares, with the rule of each line, and it looks again by itself', async ({
  page,
}) => {
  await signIn(page, operatorLogin())
  await openPage(page, '/platform/health', '系统健康')
  const database = page.getByRole('region', { name: '数据库' })
  await expect(database).toContainText('PostgreSQL')
  await expect(database).toContainText('达到 80% 为注意，95% 为异常')
  await expect(page.getByRole('region', { name: '审计日志' })).toContainText('示范光伏')
  const again = page.waitForResponse((response) => response.url().includes('/sys/health/look'))
  expect((await again).status()).toBe(200)
  // Each process reports within fifteen seconds of its start.
  await expect(page.getByRole('region', { name: '服务进程' })).toContainText('响应延迟', { timeout: 40_000 })
})
