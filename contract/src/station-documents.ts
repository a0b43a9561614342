import { z } from 'zod'
import { callsOf } from './call.ts'
import { id, keyOf, named, requiredText } from './fields.ts'
import { recordCalls } from './record-calls.ts'
import { filePath, storedFile, tooManyFiles } from './stored-file.ts'

const { command, query } = callsOf('stationDocument')

export const documentKinds = {
  completion: '竣工图',
  grid: '并网协议',
  acceptance: '验收报告',
  manual: '设备说明书',
  contract: '运维合同',
  insurance: '保险与质保',
  other: '其他',
} as const

export type DocumentKind = keyof typeof documentKinds

const kind = named('文档类型', keyOf(documentKinds, '请选择文档类型'))

/** The maximum of files that one call may add. */
export const DOCUMENTS_AT_ONCE = 20

/** A document of a station. */
export const stationDocument = z
  .object({
    id: z.string(),
    kind,
    name: z.string(),
    file: storedFile,
    createdBy: z.string(),
    createTime: z.string(),
    version: z.int(),
  })
  .meta({ id: 'StationDocument' })

const list = { perm: 'station:list' } as const
const edit = { perm: 'station:edit' } as const

export const stationDocumentCalls = {
  /** All documents of a station in the caller's scope, newest first. */
  list: query({
    title: '电站文档',
    path: '/power-station/document/list',
    access: list,
    input: z.object({ psId: named('电站', id) }),
    output: z.array(stationDocument),
  }),
  ...recordCalls('stationDocument', {
    title: '电站文档',
    titles: { edit: '修改电站文档' },
    path: '/power-station/document',
    access: edit,
    read: list,
    fields: { kind, name: named('文档名称', requiredText(200)) },
    output: stationDocument,
  }),
  /** Adds files that were uploaded for the purpose `station`; all or none. */
  add: command({
    title: '新增电站文档',
    path: '/power-station/document/add',
    access: edit,
    input: z.object({
      psId: named('电站', id),
      kind,
      paths: named(
        '文件',
        z
          .array(filePath)
          .min(1, '请选择文件')
          .max(DOCUMENTS_AT_ONCE, tooManyFiles(DOCUMENTS_AT_ONCE))
          .refine((paths) => new Set(paths).size === paths.length, '同一文件只能添加一次'),
      ),
    }),
    output: z.array(stationDocument),
  }),
}
