import type { Browser, Page } from '@playwright/test'
import { read, type Caller } from './api.ts'
import { hire } from './people.ts'
import { demoLogin, signInFirst } from './sign-in.ts'

type Ticket = { id: string; ticketNo: string; version: number; lineList: { no: number }[] }
type Person = { id: string; depId: string }
type Given = { task: string; crew: string }

const HOUR_MS = 3_600_000

/** The wall-clock time of the company, as many hours from now. */
const inHours = (hours: number) =>
  new Date(Date.now() + (hours + 8) * HOUR_MS).toISOString().slice(0, 19).replace('T', ' ')

const personOf = (caller: Caller) => read<Person>(caller, 'get', '/sys/user/getUserInfo')

/** A leader whom no other journey has at work, in the department of the person on duty. */
export async function newLeader(
  browser: Browser,
  duty: Caller,
  keeper: Caller,
  roles: string[] = ['leader'],
): Promise<Page> {
  const { depId } = await personOf(duty)
  const page = await (await browser.newContext()).newPage()
  await signInFirst(page, await hire(demoLogin('admin'), 'r10030', { depId }), 'Heliodesk@2027')
  await read(keeper, 'post', '/ticket/qualification/add', {
    personId: (await personOf(page)).id,
    roles,
    voltage: '35',
    depId,
    publication: '安〔2026〕补 1 号',
    validFrom: inHours(0).slice(0, 10),
    validUntil: inHours(24 * 180).slice(0, 10),
  })
  return page
}

/** An emergency slip up to its end; its crew signed no briefing. */
export async function endedSlip(leader: Page, duty: Page, { task, crew }: Given): Promise<Ticket> {
  const { pageList } = await read<{ pageList: { psId: string }[] }>(duty, 'post', '/ops/order/page', {
    size: 1,
  })
  let ticket = await read<Ticket>(leader, 'post', '/ticket/add', {
    kind: 'emergency',
    psId: pageList[0]!.psId,
    voltage: '35',
    task,
    places: [{ place: '7号箱变', work: '更换熔断器' }],
    planStartTime: inHours(-0.5),
    planEndTime: inHours(2),
    isolate: [`拉开负荷开关${String(Date.now()).slice(-5)}`],
    risks: [{ risk: '触电', control: '停电、验电、接地' }],
    leaderId: (await personOf(leader)).id,
    people: [{ part: 'crew', name: crew }],
  })
  const act = async (by: Page, taken: string, more: object = {}) => {
    const { id, version } = ticket
    ticket = await read<Ticket>(by, 'post', '/ticket/act', { id, version, act: taken, ...more })
  }
  await act(leader, 'submit')
  for (const { no } of ticket.lineList)
    ticket = await read<Ticket>(duty, 'post', '/ticket/tick', { id: ticket.id, no })
  await act(duty, 'permit')
  await act(leader, 'confirm')
  await act(leader, 'finish', { isClear: true })
  await act(duty, 'close')
  return ticket
}
