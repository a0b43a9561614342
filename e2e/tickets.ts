import { expect, type Browser, type Page } from '@playwright/test'
import { read, type Caller } from './api.ts'
import { pressToClose } from './hand.ts'
import { demoLogin, newSignedInPage, type Credentials } from './sign-in.ts'

/** People of one team whom the published list qualifies; all demo accounts have the same password. */
const usernames = {
  leader: 'wuchengze',
  issuer: 'master',
  shift: 'master',
  permitter: 'shift',
  crew: 'zhengkexin',
  guard: 'zhouyanqiu',
} as const
export type Signatory = keyof typeof usernames

export const loginOf = (who: Signatory): Credentials => ({ ...demoLogin('r10030'), username: usernames[who] })

type Line = { no: number }
export type Ticket = { id: string; version: number; ticketNo: string; state: string; lineList: Line[] }
type Station = { psId: string; psName: string }

/** The stations' time so many hours from now. */
export const wallClock = (hours: number) =>
  new Date(Date.now() + (8 + hours) * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')

let points = 0

/** A draft of a leader at a station of the team; its isolation points are its own. */
export async function draftTicket(given: object = {}, leader: Caller = loginOf('leader')): Promise<Ticket> {
  const { list } = await read<{ list: Station[] }>(leader, 'get', '/power-station/options', { size: 500 })
  const station = list.find(({ psName }) => psName === '曜阳白芨滩')!
  points += 1
  const number = `${Date.now() % 1000}${points}`
  return read<Ticket>(leader, 'post', '/ticket/add', {
    kind: 'first',
    psId: station.psId,
    voltage: '35',
    unit: '运维一班',
    task: `旅程 ${Date.now()}`,
    places: [{ place: '7号箱变', work: '更换 B 相熔断器' }],
    planStartTime: wallClock(-1),
    planEndTime: wallClock(6),
    isolate: [`断开7号箱变低压侧断路器4${number}`, `拉开7号箱变高压负荷开关3${number}`],
    earth: ['在高压负荷开关负荷侧装设接地线一组'],
    board: ['悬挂“禁止合闸，有人工作！”'],
    risks: [{ risk: '触电', control: '停电、验电、接地' }],
    leaderId: await idOf(leader),
    issuerId: await idOfSignatory('issuer'),
    people: [{ part: 'crew', personId: await idOfSignatory('crew') }],
    ...given,
  })
}

export const idOf = async (caller: Caller): Promise<string> =>
  (await read<{ id: string }>(caller, 'get', '/sys/user/getUserInfo')).id
export const idOfSignatory = (who: Signatory): Promise<string> => idOf(loginOf(who))

/** Somebody takes an act by its call, on the ticket as it is now. */
export async function actBy(caller: Caller, id: string, taken: string, more: object = {}): Promise<Ticket> {
  const { version } = await read<Ticket>(caller, 'post', '/ticket/detail', { id })
  return read<Ticket>(caller, 'post', '/ticket/act', { id, version, act: taken, ...more })
}

/** A ticket of switching that its operator has begun. */
export async function operating(task: string, steps: readonly string[]): Promise<Ticket> {
  const { id } = await draftTicket({
    kind: 'operation',
    task,
    issuerId: null,
    guardId: await idOfSignatory('permitter'),
    orderedBy: '孙立诚',
    steps,
    isolate: [],
    earth: [],
    board: [],
    people: [],
    places: [],
  })
  await actBy(loginOf('leader'), id, 'submit')
  await actBy(loginOf('permitter'), id, 'review')
  await actBy(loginOf('shift'), id, 'approve')
  return actBy(loginOf('leader'), id, 'start')
}

/** A second-kind ticket of a leader whose measures are all done: only the permit is left. */
export async function ticketToPermit(leader: Caller): Promise<Ticket> {
  const { id } = await draftTicket({ kind: 'second', earth: [], board: [], people: [contractor] }, leader)
  await actBy(leader, id, 'submit')
  await actBy(loginOf('issuer'), id, 'issue')
  let ticket = await actBy(loginOf('shift'), id, 'receive')
  for (const { no } of ticket.lineList)
    ticket = await read<Ticket>(loginOf('permitter'), 'post', '/ticket/tick', { id, no })
  return ticket
}

/** Somebody without an account. */
const contractor = { part: 'crew', personId: null, name: '外单位人员' }

/** First-kind tickets are received on the day of the work. */
export async function receiveSameDay(): Promise<void> {
  const admin = demoLogin('admin')
  const { version } = await read<{ version: number }>(admin, 'get', '/sys/setting/business')
  await read(admin, 'put', '/sys/setting/editBusiness', { version, tickets: { receiveDays: 0 } })
}

export async function openTicket(
  browser: Browser,
  who: Signatory,
  id: string,
  width?: number,
): Promise<Page> {
  const page = await newSignedInPage(browser, loginOf(who))
  await showTicket(page, id, width)
  return page
}

export async function showTicket(page: Page, id: string, width?: number): Promise<void> {
  if (width !== undefined) await page.setViewportSize({ width, height: 844 })
  await page.goto(`/#/operation/ticket?ticket=${id}`)
  await expect(page.getByRole('article')).toBeVisible()
}

/** Presses an act of the sheet and answers its question. */
export async function act(
  page: Page,
  title: string,
  fill?: (dialog: ReturnType<Page['getByRole']>) => Promise<void>,
) {
  const dialog = page.getByRole('dialog', { name: `${title}？` })
  await expect(async () => {
    await page.getByRole('button', { name: title, exact: true }).first().click()
    await expect(dialog).toBeVisible({ timeout: 2000 })
  }).toPass()
  await fill?.(dialog)
  await pressToClose(dialog, title)
}

/** A ticket that is not submitted, at a station of the demo company; answers its id. */
export async function draftOf(page: Page, content: object): Promise<string> {
  const { pageList } = await read<{ pageList: { psId: string }[] }>(page, 'post', '/ops/order/page', {
    size: 1,
  })
  const place = { psId: pageList[0]!.psId, voltage: '35' }
  return (await read<Ticket>(page, 'post', '/ticket/add', { ...place, ...content })).id
}
