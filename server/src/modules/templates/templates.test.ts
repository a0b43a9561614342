import type { UploadPurpose } from '@heliodesk/contract/files.ts'
import { settingCalls } from '@heliodesk/contract/settings.ts'
import { templateCalls as calls } from '@heliodesk/contract/templates.ts'
import type { Call } from '@heliodesk/contract/call.ts'
import { describe, expect, it } from 'vitest'
import { freshSample, tryDownload, upload } from '../../../test/files.ts'
import { useHarness } from '../../../test/harness.ts'
import { hire, useSignedIn } from '../../../test/hire.ts'
import { partOf } from '../../../test/zip.ts'
import { ensureDemoFiles } from '../../seed/later-start.ts'

const harness = useHarness()
const UNKNOWN = '数据不存在或无权查看'

const people = useSignedIn(harness, {
  admin: 'a_admin',
  worker: 'a_worker',
  stranger: 'b_admin',
})

/** A distinct document; returns the bytes and the path of its upload. */
async function paper(name: string, purpose: UploadPurpose = 'template', token = people.admin) {
  const content = freshSample('pdf')
  const { path } = await upload(harness, token, { purpose, name, content })
  return { path, content }
}

async function add(name: string, fileName = `${name}.pdf`) {
  const { path, content } = await paper(fileName)
  return {
    content,
    path,
    ...(await harness.call(people.admin, calls.save, { name, path, remark: '每月一份' })),
  }
}

/** The raw answer of a download. */
const fetch = (token: string, call: Call, input: object) =>
  harness.app.inject({
    method: 'POST',
    url: `/api${call.path}`,
    headers: { 'x-access-token': token },
    payload: input,
  })

const versionsOf = (id: string) => harness.call(people.worker, calls.versions, { id })

describe('templates', () => {
  it('are listed for everybody of the company, the newest first, and found by name or file', async () => {
    await add('月度巡检表', '巡检-2026.pdf')
    await add('消缺记录')
    const { pageList, rowCount } = await harness.call(people.worker, calls.list, {})
    expect(rowCount).toBe(2)
    expect(pageList.map(({ name }) => name)).toEqual(['消缺记录', '月度巡检表'])
    expect(pageList[1]).toMatchObject({
      remark: '每月一份',
      fileVersion: 1,
      fileName: '巡检-2026.pdf',
      fileType: 'application/pdf',
      updateTime: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    })
    for (const [keyword, names] of [
      ['2026.PDF', ['月度巡检表']],
      ['消缺', ['消缺记录']],
      ['没有', []],
    ] as const)
      expect(
        (await harness.call(people.worker, calls.list, { keyword })).pageList.map(({ name }) => name),
      ).toEqual(names)
    expect((await harness.call(people.stranger, calls.list, {})).pageList).toEqual([])
  })

  it('are downloaded by everybody of the company, one of another like one that does not exist', async () => {
    const { id, content, path } = await add('工作票样式')
    const got = await fetch(people.worker, calls.download, { id })
    expect(got.rawPayload.equals(content)).toBe(true)
    expect(got.headers['content-disposition']).toContain(encodeURIComponent('工作票样式.pdf'))
    expect((await tryDownload(harness, people.worker, path)).bytes.equals(content)).toBe(true)
    const unknown = await harness.refused(people.stranger, calls.download, { id: '999999' })
    expect(await harness.refused(people.stranger, calls.download, { id })).toEqual(unknown)
    expect(unknown.message).toBe(UNKNOWN)
  })

  it('of a version beyond all are answered like one that is not there', async () => {
    const { id } = await add('版本表')
    for (const fileVersion of [2, 99_999_999_999]) {
      expect((await harness.refused(people.worker, calls.download, { id, fileVersion })).status).toBeLessThan(
        500,
      )
    }
  })

  it('come several at once as one archive, two of one name beside each other', async () => {
    const [one, two] = [await add('操作票甲', '操作票.pdf'), await add('操作票乙', '操作票.pdf')]
    const got = await fetch(people.worker, calls.downloadMany, { ids: [one.id, two.id, one.id] })
    expect([got.statusCode, got.headers['content-type']]).toEqual([200, 'application/zip'])
    expect(partOf(got.rawPayload, '操作票.pdf')).toBe(one.content.toString())
    expect(partOf(got.rawPayload, '操作票 (2).pdf')).toBe(two.content.toString())
    const { message } = await harness.refused(people.worker, calls.downloadMany, { ids: [one.id, '999999'] })
    expect(message).toBe(UNKNOWN)
    const none = await harness.refused(people.worker, calls.downloadMany, { ids: [] })
    expect(none.message).toContain('请选择模板')
  })

  it('keep every file that they were, with who and when', async () => {
    const first = await add('交接班记录')
    const keeper = await hire(harness, { username: 'template.keeper', codes: ['template:manage'] })
    const { path, content } = await paper('交接班记录v2.pdf', 'template', keeper.token)
    const second = await harness.call(keeper.token, calls.save, {
      id: first.id,
      name: '交接班记录',
      path,
      version: first.version,
    })
    expect(second).toMatchObject({
      fileVersion: 2,
      fileName: '交接班记录v2.pdf',
      updatedBy: 'template.keeper',
    })
    expect(
      (await versionsOf(first.id)).map((each) => [each.fileVersion, each.fileName, each.createdBy]),
    ).toEqual([
      [2, '交接班记录v2.pdf', 'template.keeper'],
      [1, '交接班记录.pdf', expect.any(String)],
    ])
    const [newest, oldest] = [
      await fetch(people.worker, calls.download, { id: first.id }),
      await fetch(people.worker, calls.download, { id: first.id, fileVersion: 1 }),
    ]
    expect(newest.rawPayload.equals(content)).toBe(true)
    expect(oldest.rawPayload.equals(first.content)).toBe(true)
    // A rename alone creates no new file version.
    const renamed = await harness.call(people.admin, calls.save, {
      id: first.id,
      name: '交接班簿',
      version: second.version,
    })
    expect(renamed).toMatchObject({ name: '交接班簿', fileVersion: 2, remark: '' })
  })

  it('that somebody else changed meanwhile are not overwritten', async () => {
    const { id, version } = await add('缺陷单')
    const [one, two] = [await paper('甲.pdf'), await paper('乙.pdf')]
    const save = ({ path }: { path: string }) =>
      harness.request('POST', calls.save.path, {
        token: people.admin,
        body: { id, name: '缺陷单', path, version },
      })
    const answers = await Promise.all([save(one), save(two)])
    expect(answers.map(({ body }) => body.result_msg)).toContain('模板已在别处更新，请刷新后重试')
    expect((await versionsOf(id)).map(({ fileVersion }) => fileVersion)).toEqual([2, 1])
  })

  it('are deleted for everybody, and their files go', async () => {
    const { id, version, path } = await add('停用表')
    await harness.call(people.admin, calls.remove, { id, version })
    for (const [call, input] of [
      [calls.download, { id }],
      [calls.versions, { id }],
      [calls.remove, { id, version }],
    ] as const)
      expect((await harness.refused(people.admin, call, input)).message).toBe(UNKNOWN)
    expect((await tryDownload(harness, people.worker, path)).message).toBe(UNKNOWN)
    // The next sweep removes it.
    const left = await harness.owner.query('select kept_at from stored_file where path = $1', [path])
    expect(left.rows).toEqual([{ kept_at: null }])
    const { rows } = await harness.owner.query('select deleted_at, updated_by from template where id = $1', [
      id,
    ])
    expect(rows).toEqual([{ deleted_at: expect.any(Date), updated_by: expect.any(String) }])
    // The name of the deleted template is free again.
    expect((await add('停用表')).fileVersion).toBe(1)
  })

  it('are changed by those who keep them only, with a file of their own and a name of their own', async () => {
    const { path } = await paper('某表.pdf', 'template', people.admin)
    const denied = await harness.refused(people.worker, calls.save, { name: '某表', path })
    expect([denied.status, denied.message]).toEqual([403, expect.stringContaining('维护模板附件')])
    const { id, version } = await add('唯一表')
    expect((await harness.refused(people.worker, calls.remove, { id, version })).status).toBe(403)
    const taken = await harness.refused(people.admin, calls.save, { name: '唯一表', path })
    expect(taken.message).toBe('已存在同名模板')
    const nothing = await harness.refused(people.admin, calls.save, { name: '空表' })
    expect(nothing.message).toBe('参数有误：文件（path）：请选择文件')
    const wrong = await paper('附件.pdf', 'annex')
    const other = await harness.refused(people.admin, calls.save, { name: '别表', path: wrong.path })
    expect(other.message).toBe('文件不存在或已过期，请重新上传')
    const foreign = await harness.refused(people.stranger, calls.save, { id, name: '唯一表', version })
    expect(foreign.message).toBe(UNKNOWN)
  })
})

describe('the operation manual', () => {
  it('is the general one until there is one, then the one uploaded last', async () => {
    const download = () => fetch(people.worker, calls.downloadManual, {})
    expect((await harness.refused(people.worker, calls.downloadManual, {})).message).toBe('暂无操作手册')
    expect(await harness.call(people.worker, calls.manual, {})).toBeNull()

    const general = await paper('使用手册.pdf', 'manual')
    const { version } = await harness.call(people.admin, settingCalls.business, {})
    await harness.call(people.admin, settingCalls.editBusiness, { manual: general.path, version })
    expect((await download()).rawPayload.equals(general.content)).toBe(true)

    const first = await paper('操作手册.pdf', 'annex')
    const saved = await harness.call(people.admin, calls.saveManual, { path: first.path })
    expect((await download()).rawPayload.equals(first.content)).toBe(true)
    const second = await paper('操作手册2.pdf', 'annex')
    const stale = await harness.refused(people.admin, calls.saveManual, { path: second.path })
    expect(stale.message).toBe('模板已在别处更新，请刷新后重试')
    const again = await harness.call(people.admin, calls.saveManual, {
      path: second.path,
      version: saved.version,
    })
    expect(again).toMatchObject({ id: saved.id, fileVersion: 2, fileName: '操作手册2.pdf' })
    expect((await download()).rawPayload.equals(second.content)).toBe(true)
    expect(await harness.call(people.stranger, calls.manual, {})).toBeNull()
    expect((await harness.refused(people.worker, calls.saveManual, { path: second.path })).status).toBe(403)
  })
})

describe('a demo company', () => {
  it('gets its templates once, and those that were deleted do not come back', async () => {
    await harness.owner.query('update tenant set demo = true where id = $1', [harness.otherTenant.tenantId])
    await Promise.all([1, 2].map(() => ensureDemoFiles(harness.pool, harness.env)))
    const { pageList } = await harness.call(people.stranger, calls.list, {})
    expect(pageList.map(({ name }) => name)).toEqual(['两票登记簿', '逆变器巡检记录表', '组件清洗记录表'])
    const got = await fetch(people.stranger, calls.download, { id: pageList[2]!.id })
    expect(got.body).toContain('日期,电站,方阵编号')
    for (const { id, version } of pageList) await harness.call(people.stranger, calls.remove, { id, version })
    await ensureDemoFiles(harness.pool, harness.env)
    expect((await harness.call(people.stranger, calls.list, {})).pageList).toEqual([])
  })
})
