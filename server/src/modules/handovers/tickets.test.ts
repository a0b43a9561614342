import { handoverCalls as calls } from '@heliodesk/contract/handovers.ts'
import { settingCalls } from '@heliodesk/contract/settings.ts'
import { beforeAll, expect, it } from 'vitest'
import { signInAdministrator } from '../../../test/hire.ts'
import { runNext } from '../../../test/job-tools.ts'
import { useTickets, type Signatory } from '../../../test/tickets.ts'
import { handOver } from './carry-out.ts'

const site = useTickets()
const { harness, people } = site
let admin: string
beforeAll(() => {
  // In the company's morning, so that what is planned is of one day.
  harness.clock.set(new Date(Date.now()).toISOString().slice(0, 11) + '00:30:00Z')
})
beforeAll(async () => {
  admin = await signInAdministrator(harness, harness.tenant)
  const { token } = people.issuer
  const { version } = await harness.call(token, settingCalls.business, {})
  await harness.call(token, settingCalls.editBusiness, { version, tickets: { receiveDays: 0 } })
})

async function give(from: Signatory, to: Signatory) {
  const input = { personId: people[from].id, successorId: people[to].id, reason: '离职', freezes: false }
  await harness.call(admin, calls.add, input)
  expect(await runNext(harness, handOver)).toBe(true)
  return (await harness.call(admin, calls.list, { personId: people[from].id }))[0]!
}
const openOf = async (who: Signatory) => {
  const groups = await harness.call(admin, calls.openWork, { personId: people[who].id })
  return groups.find(({ group }) => group === 'ticket')?.rowList.map(({ record, note }) => [record, note])
}

it('drafts go to who is qualified and has no role that must be apart; what is signed stays', async () => {
  const draft = await site.add()
  const began = await site.begun()
  expect(await openOf('leader')).toEqual([
    [draft.id, '工作负责人、开票人'],
    [began.id, '工作负责人'],
  ])
  expect(await openOf('crew')).toEqual([
    [draft.id, '工作班成员'],
    [began.id, '工作班成员'],
  ])
  // The issuer leads no work, and the same person would issue and lead.
  const refused = await give('leader', 'issuer')
  expect(refused.resultList.map(({ record, told }) => [record, told])).toEqual([
    [draft.id, '工作负责人和工作票签发人不能是同一人'],
    [began.id, '工作已许可：负责人变更须由工作负责人在票上提出，经签发人、许可人同意并由新负责人签名'],
  ])
  expect((await give('leader', 'crew')).resultList[0]!.told).toMatch(/不在该电站的三种人名单中|不能是同一人/)
  const given = await give('leader', 'second')
  expect(given).toMatchObject({ given: 1, refused: 1 })
  const now = await site.current(draft, 'second')
  expect(now.leaderId).toBe(people.second.id)
  expect(await openOf('second')).toEqual([[draft.id, '工作负责人、开票人']])
  expect((await give('permitter', 'shift')).resultList.map(({ told }) => told)).toEqual([
    expect.stringContaining('已签名提交，人员不能代为更换') as string,
  ])
})

it('a draft that came back is given to its new leader, with a line in its history', async () => {
  const draft = await site.add()
  await site.act(draft, 'leader', { act: 'submit' })
  await site.act(draft, 'issuer', { act: 'sendBack', reason: '措施不全' })
  await give('leader', 'second')
  const now = await site.current(draft, 'second')
  expect(now).toMatchObject({ state: 'draft', leaderId: people.second.id })
  expect(JSON.stringify(now)).toContain('由 leader 交接给 second（离职）')
  await site.act(draft, 'second', { act: 'submit' })
  expect((await site.current(draft)).state).toBe('toIssue')
})
