import { expect, type Browser } from '@playwright/test'
import { expectNoFaults } from './axe.ts'
import { read, type Caller } from './api.ts'
import { pressToClose } from './hand.ts'
import { test } from './journey.ts'
import { demoLogin } from './sign-in.ts'
import { newLeader } from './ended-ticket.ts'
import {
  act,
  actBy,
  draftTicket,
  idOf,
  idOfSignatory,
  loginOf,
  openTicket,
  showTicket,
  ticketToPermit,
  wallClock,
} from './tickets.ts'

const keeper = demoLogin('r10040')

/** A leader whom no other journey has at work. */
const leaderOf = (browser: Browser, roles?: string[]) =>
  newLeader(browser, loginOf('permitter'), keeper, roles)

test('a ticket is permitted by telephone: the leader repeats it, and both names stand on it', async ({
  browser,
}) => {
  const leader = await leaderOf(browser)
  const { id } = await ticketToPermit(leader)
  const permitter = await openTicket(browser, 'permitter', id)
  await act(permitter, '许可', async (dialog) => {
    await dialog.getByText('电话许可', { exact: true }).click()
    await expect(dialog.getByText('负责人确认开工时须填写复诵内容')).toBeVisible()
  })

  await showTicket(leader, id, 390)
  await leader.getByRole('button', { name: '确认开工', exact: true }).click()
  const confirming = leader.getByRole('dialog', { name: '确认开工？' })
  await confirming.getByRole('button', { name: '确认开工', exact: true }).click()
  await expect(confirming.getByText('请填写复诵内容')).toBeVisible()
  await expectNoFaults(leader, 'light', '电话许可复诵', confirming)
  const words = '7号箱变，断路器已断开并挂牌，许可开工'
  await confirming.getByLabel('复诵内容').fill(words)
  await pressToClose(confirming, '确认开工')

  const sheet = permitter.getByRole('article')
  await expect(sheet).toContainText('执行中')
  await expect(sheet).toContainText('电话许可')
  const record = permitter.getByRole('region', { name: '办理记录' }).getByRole('listitem')
  await expect(record.filter({ hasText: words })).toContainText(await nameOf(leader))
  await expect(record.filter({ hasText: '电话许可' })).toContainText(await nameOf(loginOf('permitter')))
})

test('work with fire stops when the gas was not measured in time, and goes on after it was', async ({
  browser,
}) => {
  // The shortest interval is a minute, which this journey waits for.
  test.setTimeout(200_000)
  const admin = demoLogin('admin')
  const { version } = await read<{ version: number }>(admin, 'get', '/sys/setting/business')
  await read(admin, 'put', '/sys/setting/editBusiness', { version, tickets: { gasMinutes: 1 } })
  const { depId } = await read<{ depId: string }>(loginOf('guard'), 'get', '/sys/user/getUserInfo')
  await read(keeper, 'post', '/ticket/qualification/add', {
    personId: await idOfSignatory('guard'),
    roles: ['fireGuard'],
    voltage: '35',
    depId,
    publication: '安〔2026〕动火 1 号',
    validFrom: wallClock(0).slice(0, 10),
    validUntil: wallClock(24 * 180).slice(0, 10),
  })

  const [leader, worker] = [await leaderOf(browser), await leaderOf(browser, ['leader', 'hotWorker'])]
  const main = await ticketToPermit(leader)
  await actBy(loginOf('permitter'), main.id, 'permit', { mode: 'face' })
  await actBy(leader, main.id, 'confirm')
  const { id } = await draftTicket(
    {
      kind: 'hotSecond',
      mainId: main.id,
      isolate: [],
      earth: [],
      board: [],
      care: ['清理周围可燃物'],
      hotWork: { method: '电焊' },
      people: [
        { part: 'hotWorker', personId: await idOf(worker), certificate: 'H-1' },
        { part: 'fireGuard', personId: await idOfSignatory('guard') },
      ],
    },
    worker,
  )
  await actBy(worker, id, 'submit')
  await actBy(loginOf('issuer'), id, 'issue')
  await actBy(keeper, id, 'review')

  const permitter = await openTicket(browser, 'permitter', id)
  const permit = permitter.getByRole('button', { name: '许可', exact: true })
  await expect(permit).toBeDisabled()
  await permit.hover({ force: true })
  await expect(permitter.getByText('还没有测定可燃气体').first()).toBeVisible()

  const guard = await openTicket(browser, 'guard', id, 390)
  const gas = guard.getByRole('region', { name: '气体测定' })
  const measure = async (value: string) => {
    await gas.getByRole('button', { name: '登记' }).click()
    const dialog = guard.getByRole('dialog', { name: '登记气体测定' })
    await dialog.getByLabel('测定项目').fill('可燃气体')
    await dialog.getByLabel('测定值').fill(value)
    await dialog.getByLabel('结果').click()
    await guard.getByTitle('合格', { exact: true }).click()
    await pressToClose(dialog, '登记')
    await expect(gas).toContainText(value)
  }
  await measure('0.1 %LEL')
  await act(permitter, '许可')
  await actBy(worker, id, 'confirm')

  const overdue = guard.getByRole('status').filter({ hasText: '气体测定已到时间' })
  await expect(overdue).toBeVisible({ timeout: 90_000 })
  await expectNoFaults(guard, 'light', '气体测定超时')
  const brief = guard.getByRole('button', { name: /^交底签名/ })
  await brief.click()
  await expect(guard.getByText('距上次气体测定已超过 1 分钟，请重新测定')).toBeVisible()
  await measure('0.2 %LEL')
  await expect(overdue).toHaveCount(0)
  await expect(async () => {
    await brief.click({ timeout: 2000 })
    await expect(guard.getByRole('button', { name: /^离场签名/ })).toBeVisible({ timeout: 2000 })
  }).toPass()
})

const nameOf = async (caller: Caller) =>
  (await read<{ realname: string }>(caller, 'get', '/sys/user/getUserInfo')).realname
