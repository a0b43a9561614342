import type { Call } from '@heliodesk/contract/call.ts'
import { deviceCalls } from '@heliodesk/contract/devices.ts'
import type { UploadPurpose } from '@heliodesk/contract/files.ts'
import { inquiryCalls } from '@heliodesk/contract/inquiries.ts'
import { settingCalls } from '@heliodesk/contract/settings.ts'
import { stationDocumentCalls } from '@heliodesk/contract/station-documents.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { countKept, uploadSeveral } from '../../../test/files.ts'
import { useHarness } from '../../../test/harness.ts'
import { formOf } from '../../../test/ledger.ts'

const harness = useHarness()
let admin: string
let psId: string
let typeId: string

beforeAll(async () => {
  admin = await harness.signIn('a_admin')
  psId = harness.tenant.stations[0]!.id
  const leafOf = (nodes: { id: string; children: unknown[] }[]): string =>
    nodes[0]!.children.length === 0 ? nodes[0]!.id : leafOf(nodes[0]!.children as typeof nodes)
  typeId = leafOf(await harness.call(admin, deviceCalls.types, {}))
})

/** The owners of files, the maximum of each, and the call that assigns files to it. */
const owners: [UploadPurpose, string, number, (paths: string[]) => [Call, object]][] = [
  [
    'feedback',
    'a feedback',
    5,
    (files) => [inquiryCalls.addFeedback, { kind: 'usage', content: '附件', files }],
  ],
  ['mail', 'a letter', 5, (files) => [inquiryCalls.addLetter, { title: '附件', content: '附件', files }]],
  [
    'device',
    'a device',
    20,
    (pictures) => [deviceCalls.add, { psId, typeId, name: `设备${pictures.length}`, pictures }],
  ],
  ['station', 'a station', 20, (paths) => [stationDocumentCalls.add, { psId, kind: 'completion', paths }]],
]

const several = (purpose: UploadPurpose, count: number, name?: (n: number) => string) =>
  uploadSeveral(harness, admin, purpose, count, name)
const kept = (paths: string[]) => countKept(harness, paths)

async function allow(uploadMaxCount: number) {
  const { version } = await harness.call(admin, settingCalls.business, {})
  await harness.call(admin, settingCalls.editBusiness, { version, uploadMaxCount })
}

describe.each(owners)(
  'a client that skips its own checks, with files for %s (%s)',
  (purpose, _what, max, give) => {
    it('cannot give more than there may be', async () => {
      const [call, input] = give(Array.from({ length: max + 1 }, (_each, at) => `aa/${at}.png`))
      expect((await harness.refused(admin, call, input)).message).toContain(`最多上传${max}个附件，请确认!`)
    })

    it('cannot give more than the company allows', async () => {
      const paths = await several(purpose, 4)
      await allow(3)
      try {
        expect((await harness.refused(admin, ...give(paths))).message).toBe('最多上传3个附件，请确认!')
        expect(await kept(paths)).toBe(0)
        await harness.call(admin, ...give(paths.slice(0, 3)))
        expect(await kept(paths)).toBe(3)
      } finally {
        await allow(9)
      }
    })

    it('cannot give two of one name', async () => {
      const paths = await several(purpose, 2, () => '铭牌.png')
      expect((await harness.refused(admin, ...give(paths))).message).toBe('已存在铭牌.png!')
      expect(await kept(paths)).toBe(0)
    })
  },
)

it('a device keeps what it had when the company allows fewer, and gets no more', async () => {
  const old = await several('device', 3)
  const [fresh] = await several('device', 1, () => '新.png')
  const device = await harness.call(admin, deviceCalls.add, { psId, typeId, name: '汇流箱', pictures: old })
  await allow(2)
  try {
    const edit = formOf(device)
    const { message } = await harness.refused(admin, deviceCalls.edit, { ...edit, pictures: [...old, fresh] })
    expect(message).toBe('最多上传2个附件，请确认!')
    await harness.call(admin, deviceCalls.edit, { ...edit, name: '汇流箱一', pictures: old.slice(1) })
    expect(await kept(old)).toBe(2)
  } finally {
    await allow(9)
  }
})
