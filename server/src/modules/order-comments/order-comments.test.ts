import { COMMENTS_AN_ORDER, orderCommentCalls as calls } from '@heliodesk/contract/order-comments.ts'
import { settingCalls } from '@heliodesk/contract/settings.ts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { useSite } from '../../../test/site.ts'
import { wholeDatabase } from '../../../test/whole-database.ts'

const site = useSite()
const { harness } = site
const NOW = '2030-01-03T09:00:00+08:00'
const at = (minutes: number) => new Date(Date.parse(NOW) + minutes * 60_000).toISOString()

let orderId = ''
let names = { worker: '', master: '' }

beforeAll(async () => {
  await site.setClock(NOW)
  const nameOf = async (id: string) => {
    const { rows } = await harness.owner.query<{ realname: string }>(
      'select realname from app_user where id = $1',
      [id],
    )
    return rows[0]!.realname
  }
  names = { worker: await nameOf(site.people.worker.id), master: await nameOf(site.people.master.id) }
})
beforeEach(async () => {
  harness.clock.set(NOW)
  orderId = (await site.create()).id
})

type Who = keyof typeof site.people
const token = (who: Who) => site.people[who].token
const add = (who: Who, text: string, input: object = {}) =>
  harness.call(token(who), calls.add, { orderId, text, ...input })
const list = (who: Who = 'worker', input: object = {}) =>
  harness.call(token(who), calls.list, { orderId, ...input })
const mentionsOf = (who: Who) => harness.call(token(who), calls.mentions, {})
const mention = () => add('master', `@${names.worker} 备件到了`, { mentions: [site.people.worker.id] })

describe('comments of an order', () => {
  it('are added by whoever sees it, and read with what they answer, the oldest first', async () => {
    const first = await add('master', '  备件 14:00 到站  ')
    expect(first).toMatchObject({
      version: 1,
      authorName: names.master,
      text: '备件 14:00 到站',
      addTime: '2030-01-03 09:00:00',
      editedTime: null,
      isDeleted: false,
      quoted: null,
      changeUntil: '2030-01-03 09:15:00',
    })
    await add('worker', '收到', { quotedId: first.id })
    const { rows, total, changeMinutes, mayReadHistory } = await list('worker')
    expect([total, changeMinutes, mayReadHistory]).toEqual([2, 15, false])
    expect(rows.map(({ text, changeUntil }) => [text, changeUntil])).toEqual([
      ['备件 14:00 到站', null],
      ['收到', '2030-01-03 09:15:00'],
    ])
    expect(rows[1]!.quoted).toEqual({
      id: first.id,
      authorName: names.master,
      text: '备件 14:00 到站',
      isDeleted: false,
    })
    expect((await list('worker', { size: 1 })).rows.map(({ text }) => text)).toEqual(['收到'])
  })

  it('are changed and deleted by their author within the time of the company, and say so', async () => {
    const said = await add('worker', '绝缘 1.2')
    harness.clock.set(at(5))
    const edited = await harness.call(token('worker'), calls.edit, {
      id: said.id,
      version: 1,
      text: '绝缘 1.2 MΩ',
    })
    expect(edited).toMatchObject({ version: 2, text: '绝缘 1.2 MΩ', editedTime: '2030-01-03 09:05:00' })
    const stale = { id: said.id, version: 1, text: '绝缘 9' }
    expect((await harness.refused(token('worker'), calls.edit, stale)).message).toBe(
      '评论已在别处更新，请刷新后重试',
    )
    expect((await harness.refused(token('master'), calls.edit, { ...stale, version: 2 })).message).toBe(
      '只有发表人可以修改或删除评论',
    )
    await harness.call(token('worker'), calls.remove, { id: said.id, version: 2 })
    const [row] = (await list()).rows
    expect(row).toMatchObject({ text: '', isDeleted: true, version: 3, changeUntil: null })
    expect((await harness.refused(token('worker'), calls.edit, { ...stale, version: 3 })).message).toBe(
      '评论已删除',
    )
  })

  it('keep what they said for those who may read it', async () => {
    const said = await add('worker', '第一稿')
    await harness.call(token('worker'), calls.edit, { id: said.id, version: 1, text: '第二稿' })
    // Saying the same again is no change.
    await harness.call(token('worker'), calls.edit, { id: said.id, version: 2, text: '第二稿' })
    await harness.call(token('worker'), calls.remove, { id: said.id, version: 2 })
    const history = await harness.call(token('admin'), calls.history, { id: said.id })
    expect(history.map(({ action, text, actorName }) => [action, text, actorName])).toEqual([
      ['delete', '第二稿', names.worker],
      ['edit', '第一稿', names.worker],
    ])
    expect((await list('admin')).mayReadHistory).toBe(true)
    expect((await harness.refused(token('master'), calls.history, { id: said.id })).status).toBe(403)
  })

  it('stay as they are after the time of the company', async () => {
    const said = await add('worker', '已送电')
    harness.clock.set(at(16))
    const late = { id: said.id, version: 1 }
    expect((await harness.refused(token('worker'), calls.remove, late)).message).toBe(
      '发表超过 15 分钟，不能再修改或删除',
    )
    const set = async (commentMinutes: number) => {
      const { version } = await harness.call(token('admin'), settingCalls.business, {})
      await harness.call(token('admin'), settingCalls.editBusiness, { version, commentMinutes })
    }
    await set(18)
    expect((await list()).rows[0]!.changeUntil).toBe('2030-01-03 09:18:00')
    await harness.call(token('worker'), calls.remove, late)
    await set(15)
  })

  it('at once are all kept; of two changes at once, one is refused', async () => {
    await Promise.all(Array.from({ length: 6 }, (_each, nth) => add('worker', `第 ${nth} 条`)))
    const { rows } = await list()
    expect(rows).toHaveLength(6)
    const { id } = rows[0]!
    const edit = (text: string) => harness.call(token('worker'), calls.edit, { id, version: 1, text })
    const answers = await Promise.allSettled([edit('甲'), edit('乙')])
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  it(`are ${COMMENTS_AN_ORDER} at most`, async () => {
    await harness.owner.query(
      `insert into order_comment (tenant_id, order_id, author_id, author_name, text, added_at)
       select $1, $2, $3, '某人', '第 ' || n || ' 条', $4 from generate_series(1, ${COMMENTS_AN_ORDER - 1}) n`,
      [harness.tenant.tenantId, orderId, site.people.admin.id, NOW],
    )
    await add('worker', '最后一条')
    expect((await harness.refused(token('worker'), calls.add, { orderId, text: '再一条' })).message).toBe(
      '一张工单最多 500 条评论',
    )
    expect((await list('worker', { size: 500 })).rows).toHaveLength(500)
  })

  it.each([
    [{ text: ' ' }, /评论（text）：此项为必填项/],
    [{ text: '长'.repeat(1001) }, /评论（text）：最多允许输入1000个字符/],
    [{ quotedId: '999999' }, /引用的评论（quotedId）：不是本工单的评论/],
    [{ mentions: ['999999'] }, /提到的人（mentions）：只能提到能查看本工单的其他人员/],
    [{ mentions: Array(21).fill('1') }, /提到的人（mentions）：最多提到 20 人/],
  ])('with %j are refused, and nothing is written', async (wrong, says) => {
    const before = await wholeDatabase(harness)
    const { message } = await harness.refused(token('worker'), calls.add, {
      orderId,
      text: '说明',
      ...wrong,
    })
    expect(message).toMatch(says)
    expect(await wholeDatabase(harness)).toEqual(before)
  })

  it('of another order cannot be quoted', async () => {
    const said = await add('master', '前一张')
    orderId = (await site.create()).id
    const { message } = await harness.refused(token('master'), calls.add, {
      orderId,
      text: '引用',
      quotedId: said.id,
    })
    expect(message).toMatch(/不是本工单的评论/)
  })

  it('are hidden from whoever does not see the order', async () => {
    const said = await add('worker', '内部情况')
    for (const who of ['outsider', 'foreigner'] as const) {
      const refusals = [
        await harness.refused(token(who), calls.list, { orderId }),
        await harness.refused(token(who), calls.people, { orderId }),
        await harness.refused(token(who), calls.add, { orderId, text: '插话' }),
        await harness.refused(token(who), calls.seen, { orderId }),
        await harness.refused(token(who), calls.edit, { id: said.id, version: 1, text: '改' }),
        await harness.refused(token(who), calls.remove, { id: said.id, version: 1 }),
      ]
      for (const { message } of refusals) expect(message).toMatch(/不存在/)
    }
    expect((await harness.refused(token('foreigner'), calls.history, { id: said.id })).message).toMatch(
      /不存在/,
    )
    expect((await list()).rows.map(({ text }) => text)).toEqual(['内部情况'])
  })
})

describe('a mention', () => {
  it('reaches the person once, until they have seen it', async () => {
    const before = await mentionsOf('worker')
    const said = await mention()
    expect(said.mentions).toEqual([{ id: site.people.worker.id, name: names.worker }])
    const waiting = await mentionsOf('worker')
    expect([waiting.total, waiting.unseen]).toEqual([before.total + 1, before.unseen + 1])
    expect(waiting.rows[0]).toMatchObject({ id: said.id, orderId, authorName: names.master, isUnseen: true })
    expect((await list('worker')).rows[0]!.isUnseen).toBe(true)
    expect((await list('master')).rows[0]!.isUnseen).toBe(false)
    await harness.call(token('worker'), calls.seen, { orderId })
    expect((await mentionsOf('worker')).unseen).toBe(before.unseen)
    expect((await list('worker')).rows[0]!.isUnseen).toBe(false)
    // A change of the text does not call again.
    await harness.call(token('master'), calls.edit, {
      id: said.id,
      version: 1,
      text: `@${names.worker} 备件到了，两只`,
      mentions: [site.people.worker.id],
    })
    expect((await mentionsOf('worker')).unseen).toBe(before.unseen)
  })

  it('goes with the comment, and with its name in the text', async () => {
    const before = await mentionsOf('worker')
    const said = await mention()
    const changed = await harness.call(token('master'), calls.edit, {
      id: said.id,
      version: 1,
      text: '备件到了',
    })
    expect(changed.mentions).toEqual([])
    expect((await mentionsOf('worker')).total).toBe(before.total)
    const again = await mention()
    await harness.call(token('master'), calls.remove, { id: again.id, version: 1 })
    expect((await mentionsOf('worker')).total).toBe(before.total)
    const { message } = await harness.refused(token('master'), calls.add, {
      orderId,
      text: '没有名字',
      mentions: [site.people.worker.id],
    })
    expect(message).toBe(`提到的人（mentions）：评论中没有“@${names.worker}”`)
  })

  it('everywhere is seen at once, and no one else’s is', async () => {
    await mention()
    await add('worker', `@${names.master} 收到`, { mentions: [site.people.master.id] })
    await harness.call(token('worker'), calls.seen, {})
    expect((await mentionsOf('worker')).unseen).toBe(0)
    expect((await mentionsOf('master')).unseen).toBe(1)
  })

  it('is of people who see the order, found by name, pinyin or department', async () => {
    const people = (keyword = '') => harness.call(token('master'), calls.people, { orderId, keyword })
    const all = (await people()).map(({ id }) => id)
    expect(all).toContain(site.people.worker.id)
    expect(all).not.toContain(site.people.master.id)
    expect(all).not.toContain(site.people.outsider.id)
    expect((await people(names.worker)).map(({ id }) => id)).toEqual([site.people.worker.id])
    expect(await people('查无此人')).toEqual([])
    const { message } = await harness.refused(token('master'), calls.add, {
      orderId,
      text: '@东部 帮看',
      mentions: [site.people.outsider.id],
    })
    expect(message).toMatch(/只能提到能查看本工单的其他人员/)
  })

  it('in an order that left the person’s scope is told no more', async () => {
    const before = await mentionsOf('worker')
    await mention()
    const other = harness.tenant.stations.find(({ depCode }) => !depCode.startsWith('A01A02'))!
    await harness.owner.query(
      'update work_order set station_id = $2, dep_code = $3, psa_id = (select psa_id from station where id = $2) where id = $1',
      [orderId, other.id, other.depCode],
    )
    expect(await mentionsOf('worker')).toEqual(before)
  })
})
