import { stationDocumentCalls as calls } from '@heliodesk/contract/station-documents.ts'
import { stationCalls } from '@heliodesk/contract/stations.ts'
import { describe, expect, it } from 'vitest'
import { sample, tryDownload, upload } from '../../../test/files.ts'
import { useHarness } from '../../../test/harness.ts'
import { useSignedIn } from '../../../test/hire.ts'

const harness = useHarness()
const UNSEEN = '数据不存在或无权查看'

const siteIn = (code: string) => harness.tenant.stations.find((station) => station.depCode === code)!

const who = useSignedIn(harness, {
  admin: 'a_admin',
  foreigner: 'b_admin',
  worker: 'a_worker',
  west: {
    username: 'west.papers',
    codes: ['station:list', 'station:edit'],
    depCode: 'A01A02',
  },
})

const send = async (name: string, token = who.admin, fill = name) =>
  (
    await upload(harness, token, {
      purpose: 'station',
      name,
      content: Buffer.concat([sample('pdf', 90), Buffer.from(fill)]),
    })
  ).path
const add = (psId: string, paths: string[], token = who.admin) =>
  harness.call(token, calls.add, { psId, kind: 'completion', paths })
const list = (psId: string, token = who.admin) => harness.call(token, calls.list, { psId })
const refused = async (call: (typeof calls)[keyof typeof calls], input: object, token = who.admin) =>
  (await harness.refused(token, call, input)).message

describe('documents of a station', () => {
  it('are added several at once, listed newest first, renamed and removed, all of it in the history', async () => {
    const psId = siteIn('A01A02').id
    const paths = [await send('总平面图.pdf'), await send('接线图.pdf')]
    const added = await add(psId, paths)
    expect(added.map(({ name }) => name).toSorted()).toEqual(['总平面图.pdf', '接线图.pdf'].toSorted())
    const [newest] = await list(psId)
    expect(newest).toMatchObject({
      kind: 'completion',
      name: '接线图.pdf',
      createdBy: '甲公司admin',
      version: 1,
    })
    expect(newest!.file).toMatchObject({ fileType: 'application/pdf', path: paths[1] })
    const { id } = newest!
    const renamed = await harness.call(who.admin, calls.edit, {
      id,
      version: 1,
      kind: 'grid',
      name: '并网协议 2026',
    })
    expect(renamed).toMatchObject({ kind: 'grid', name: '并网协议 2026', version: 2 })
    await harness.call(who.admin, calls.remove, { id })
    expect((await list(psId)).map(({ name }) => name)).toEqual(['总平面图.pdf'])
    expect(await refused(calls.remove, { id })).toBe(UNSEEN)
    const kept = await harness.owner.query(
      `select kept_at is not null as kept from stored_file where path = any($1)
      order by path = $2`,
      [paths, paths[1]],
    )
    expect(kept.rows).toEqual([{ kept: true }, { kept: false }])
    const { records } = await harness.call(who.admin, stationCalls.history, { psId })
    expect(records.map(({ note }) => note)).toEqual([
      '删除文档“并网协议 2026”',
      '修改文档“接线图.pdf”为并网协议“并网协议 2026”',
      '新增竣工图：总平面图.pdf、接线图.pdf',
    ])
  })

  it('take only uploads of the own hand that are still there: all of the files or none', async () => {
    const psId = siteIn('A01A02A01').id
    const mine = await send('mine.pdf')
    const theirs = await send('theirs.pdf', who.west.token)
    const gone = '文件不存在或已过期，请重新上传'
    for (const wrong of [theirs, 'aa/none.pdf']) {
      expect(await refused(calls.add, { psId, kind: 'other', paths: [mine, wrong] })).toBe(gone)
    }
    expect(await list(psId)).toEqual([])
    await add(psId, [mine])
    expect(await refused(calls.add, { psId, kind: 'other', paths: [mine] })).toBe('文件已添加，请勿重复提交')
    expect(await refused(calls.add, { psId, kind: 'other', paths: [] })).toBe(
      '参数有误：文件（paths）：请选择文件',
    )
    expect(await refused(calls.add, { psId, kind: 'x', paths: [mine] })).toBe(
      '参数有误：文档类型（kind）：请选择文档类型',
    )
  })

  it('are read by whoever sees the station, and by nobody else', async () => {
    const eastern = siteIn('A01A01').id
    const path = await send('保密.pdf')
    const { id } = (await add(eastern, [path]))[0]!
    const eastMaster = await harness.signIn('a_east_master')
    expect((await tryDownload(harness, eastMaster, path)).status).toBe(200)
    const unknown = await tryDownload(harness, who.worker, 'aa/none.pdf')
    for (const token of [who.worker, who.west.token, who.foreigner]) {
      const answer = await tryDownload(harness, token, path)
      expect([answer.status, answer.message]).toEqual([unknown.status, unknown.message])
      expect(await refused(calls.list, { psId: eastern }, token)).toBe(UNSEEN)
    }
    for (const token of [who.west.token, who.foreigner]) {
      expect(await refused(calls.remove, { id }, token)).toBe(UNSEEN)
      expect(await refused(calls.edit, { id, version: 1, kind: 'other', name: '夺' }, token)).toBe(UNSEEN)
    }
    expect((await harness.refused(who.worker, calls.remove, { id })).status).toBe(403)
  })

  it('removed by two people at once go once', async () => {
    const psId = siteIn('A01A02A01').id
    const { id } = (await add(psId, [await send('争.pdf')]))[0]!
    const answers = await Promise.all(
      [1, 2, 3].map(() => harness.request('DELETE', `${calls.remove.path}?id=${id}`, { token: who.admin })),
    )
    expect(answers.filter(({ body }) => body.success === true)).toHaveLength(1)
  })
})
