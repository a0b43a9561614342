import { z } from 'zod'
import { callsOf } from './call.ts'
import { fileFacts, filePath } from './stored-file.ts'
import { businessPage, businessPageOf, id, named, nothing, requiredText, text } from './fields.ts'

const { command, query } = callsOf('template')

/** The maximum of templates in one archive. */
export const MAX_TEMPLATES_AT_ONCE = 50

/** A document that the company provides, in its newest version (spec 2 §7 "System administration"). */
export const template = z
  .object({
    id,
    name: z.string(),
    remark: z.string(),
    /** Sent with a change, so that nobody overwrites a version they did not see. */
    version: z.int(),
    /** 1 at first, increased with each new file. */
    fileVersion: z.int(),
    fileName: z.string(),
    ...fileFacts,
    /** Who changed it last, and when. */
    updatedBy: z.string(),
    updateTime: z.string(),
  })
  .meta({ id: 'Template' })

const templateVersion = z.object({
  fileVersion: z.int(),
  fileName: z.string(),
  size: z.int(),
  createdBy: z.string(),
  createTime: z.string(),
})

const manage = { perm: 'template:manage' } as const
const version = named('版本', z.coerce.number().int('应为整数').min(1).max(1_000_000, '没有这个版本'))

/** A call that answers with a file. */
const download = <I extends z.ZodType>(title: string, name: string, input: I) =>
  query({
    title,
    entities: [],
    path: `/system/v1/${name}`,
    access: 'signedIn',
    download: true,
    input,
    output: z.unknown(),
  })

export const templateCalls = {
  /** Most recently changed first. */
  list: query({
    title: '模板列表',
    path: '/system/v1/template/getTemplateList',
    access: 'signedIn',
    input: z.object({ ...businessPage, keyword: named('关键字', text(50).default('')) }),
    output: businessPageOf(template),
  }),
  detail: query({
    title: '模板详情',
    path: '/system/v1/template/getTemplate',
    access: 'signedIn',
    input: z.object({ id: named('模板', id) }),
    output: template,
  }),
  /** All files that a template has had, newest first. */
  versions: query({
    title: '模板历史版本',
    path: '/system/v1/template/getTemplateVersions',
    access: 'signedIn',
    input: z.object({ id: named('模板', id) }),
    output: z.array(templateVersion),
  }),
  download: download(
    '下载模板',
    'template/downloadTemplate',
    z.object({ id: named('模板', id), fileVersion: version.optional() }),
  ),
  /** One ZIP archive, created while it is sent. */
  downloadMany: download(
    '批量下载模板',
    'template/downloadTemplates',
    z.object({
      ids: named(
        '模板',
        z
          .array(id)
          .min(1, '请选择模板')
          .max(MAX_TEMPLATES_AT_ONCE, `一次最多下载 ${MAX_TEMPLATES_AT_ONCE} 个`),
      ),
    }),
  ),
  /**
   * Without `id` creates a template, with it changes one: `path` of an upload for `template` replaces the file;
   * `version` is the one that the editor saw.
   */
  save: command({
    title: '保存模板',
    path: '/system/v1/template/saveTemplate',
    access: manage,
    input: z.object({
      id: named('模板', id.optional()),
      name: named('模板名称', requiredText(100)),
      remark: named('说明', text(200).default('')),
      path: filePath.optional(),
      version: version.optional(),
    }),
    output: template,
  }),
  remove: command({
    title: '删除模板',
    path: '/system/v1/template/deleteTemplate',
    access: manage,
    input: z.object({ id: named('模板', id), version }),
    output: nothing,
  }),
  /** The operation manual; null before the first. */
  manual: query({
    title: '查看操作手册信息',
    path: '/system/v1/annex/getOperationManual',
    access: 'signedIn',
    input: nothing,
    output: template.nullable(),
  }),
  /** The last uploaded manual; a company without one provides its 使用手册 (业务配置) instead. */
  downloadManual: download('下载操作手册', 'annex/downloadOperationManual', nothing),
  /** `path` of an upload for `annex` replaces the manual; earlier versions are kept. */
  saveManual: command({
    title: '上传操作手册',
    path: '/system/v1/annex/saveOperationManual',
    access: manage,
    input: z.object({ path: filePath, version: version.optional() }),
    output: template,
  }),
}
