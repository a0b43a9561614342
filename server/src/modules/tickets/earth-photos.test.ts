import { EARTH_PHOTOS } from '@heliodesk/contract/ticket-rows.ts'
import { ticketCalls as calls } from '@heliodesk/contract/tickets.ts'
import { expect, it } from 'vitest'
import { tryDownload, upload, visit } from '../../../test/files.ts'
import { useTickets } from '../../../test/tickets.ts'

const tickets = useTickets()
const { harness, people, others } = tickets

const photo = async (by: keyof typeof people = 'permitter') =>
  (await upload(harness, people[by].token, { purpose: 'earth', name: '接地.png' })).path

it('an earth is photographed as it is put up and as it is taken down, for who sees the ticket', async () => {
  const ticket = await tickets.received({ kind: 'second' })
  await tickets.tickAll(ticket)
  const [up, down] = [await photo(), await photo()]
  const hung = await tickets.hang(ticket, (await tickets.addEarth()).id, 'permitter', [up])
  expect(hung.earths).toMatchObject([{ installedPhotos: [{ path: up }], removedPhotos: [] }])
  expect((await visit(harness, hung.earths[0]!.installedPhotos[0]!.url)).status).toBe(200)
  const taken = await tickets.unhang(ticket, hung.earths[0]!.id, { photos: [down] })
  expect(taken.earths).toMatchObject([{ installedPhotos: [{ path: up }], removedPhotos: [{ path: down }] }])

  expect((await tryDownload(harness, others.reader.token, up)).status).toBe(200)
  expect(await tryDownload(harness, others.stranger.token, up)).toMatchObject({
    status: 404,
    message: '数据不存在或无权查看',
  })
})

it('takes only the own uploads of who puts it up, and not too many, and is else not put up', async () => {
  const ticket = await tickets.received({ kind: 'second' })
  await tickets.tickAll(ticket)
  const { id: earthId } = await tickets.addEarth()
  const hang = {
    id: ticket.id,
    earthId,
    place: '371电源侧',
    testedTime: tickets.inHours(0),
    guardId: people.guard.id,
  }
  const refused = async (photos: string[]) =>
    (await harness.refused(people.permitter.token, calls.hang, { ...hang, photos })).message
  expect(await refused([await photo('leader')])).toContain('请重新上传')
  const own = await photo()
  expect(await refused(Array.from({ length: EARTH_PHOTOS + 1 }, () => own))).toBe(
    '参数有误：现场照片（photos）：最多 6 张照片',
  )
  expect((await tickets.current(ticket)).earths).toEqual([])
})
