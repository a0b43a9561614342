import { expect } from '@playwright/test'
import { read } from './api.ts'
import { expectNoFaults, expectNoViolations } from './axe.ts'
import { test } from './journey.ts'
import { demoLogin, newSignedInPage, type Credentials } from './sign-in.ts'

type Station = { psId: string; psName: string; open: number }
type Person = { id: string }
type Ticket = { id: string; version: number; ticketNo: string }

const task = `看板旅程 ${Date.now()}`

const inHours = (hours: number) =>
  new Date(Date.now() + (8 + hours) * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')

const stationsOf = (who: Credentials) => read<Station[]>(who, 'post', '/ticket/board/stations')

const peopleAs = (who: Credentials, psId: string, role: string) =>
  read<Person[]>(who, 'post', '/ticket/people', { psId, voltage: '35', role })

/** Puts the author on the list of those who may lead work at the station; answers who it is. */
async function qualify(author: Credentials, keeper: Credentials, psId: string): Promise<string> {
  const { id, depId } = await read<{ id: string; depId: string }>(author, 'get', '/sys/user/getUserInfo')
  if (!(await peopleAs(author, psId, 'leader')).some((each) => each.id === id))
    await read(keeper, 'post', '/ticket/qualification/add', {
      personId: id,
      roles: ['leader'],
      voltage: '110',
      depId,
      publication: '安〔看板旅程〕1 号',
      certificate: 'GF-9421',
      validFrom: inHours(0).slice(0, 10),
      validUntil: inHours(24 * 100).slice(0, 10),
    })
  return id
}

/** A ticket of the station, submitted by its leader, that waits for the issuer. */
async function submit(who: Credentials, leaderId: string, psId: string): Promise<Ticket> {
  const ticket = await read<Ticket>(who, 'post', '/ticket/add', {
    kind: 'second',
    psId,
    voltage: '35',
    task,
    places: [{ place: '2号箱变', work: '补油' }],
    // Today also in the last hour of the day.
    planStartTime: inHours(0),
    planEndTime: inHours(4),
    isolate: ['断开2号箱变低压侧断路器9421'],
    risks: [{ risk: '触电', control: '停电、验电' }],
    leaderId,
    issuerId: (await peopleAs(who, psId, 'issuer'))[0]!.id,
    people: [{ part: 'crew', personId: null, name: '外单位人员' }],
  })
  return read<Ticket>(who, 'post', '/ticket/act', { id: ticket.id, version: ticket.version, act: 'submit' })
}

test('the board shows what is open at a station as it happens, on the wall and on a phone too', async ({
  browser,
}) => {
  const [author, keeper] = [demoLogin('r10030'), demoLogin('r10020')]
  const stations = await stationsOf(author)
  const station = stations.find(({ open }) => open === 0) ?? stations[0]!
  const page = await newSignedInPage(browser, keeper)
  await page.goto(`/#/operation/ticketBoard?psId=${station.psId}`)
  await expect(page.getByRole('heading', { name: '两票看板', exact: true })).toBeVisible()
  if (station.open === 0) {
    await expect(page.getByText('今天没有开着的票')).toBeVisible()
    await expectNoFaults(page, 'light', '两票看板 without tickets')
  }

  const { id, ticketNo } = await submit(author, await qualify(author, keeper, station.psId), station.psId)
  const open = page.getByRole('region', { name: '开着的票' })
  const card = open.getByRole('link', { name: task })
  await expect(card).toContainText('待签发')
  await expect(card).toContainText(ticketNo)
  await expect(card).toHaveAttribute('href', new RegExp(`ticket=${id}$`))
  const bay = page.getByRole('listitem', { name: '2号箱变 待隔离' })
  await expect(bay).toContainText('9421')
  await expect(page.getByRole('region', { name: '今天', exact: true })).toContainText(task)
  await expectNoViolations(page)

  await page.getByRole('button', { name: '投屏' }).click()
  const wall = page.getByRole('region', { name: '投屏' })
  await expect(wall.getByRole('heading', { name: `${station.psName} 两票看板` })).toBeVisible()
  await expect(wall.getByRole('link', { name: task })).toBeVisible()
  await expect(wall.getByRole('button')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(wall).toHaveCount(0)

  await page.setViewportSize({ width: 390, height: 844 })
  await expect(card).toBeVisible()
  await expectNoViolations(page)
})
