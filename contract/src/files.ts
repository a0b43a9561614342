import { z } from 'zod'
import { command, query } from './call.ts'
import { named } from './fields.ts'

/** What a file is for decides who may read it, what it may be and how large. */
export const filePurpose = z.enum(['avatar', 'logo', 'manual', 'feedback', 'mail', 'export'])
export type FilePurpose = z.output<typeof filePurpose>

const MB = 1024 * 1024

/** What people may upload, by media type: as people and as file names call it. */
export const uploadKinds: Record<string, { title: string; extension: string }> = {
  'image/png': { title: 'PNG', extension: 'png' },
  'image/jpeg': { title: 'JPG', extension: 'jpg' },
  'image/webp': { title: 'WebP', extension: 'webp' },
  'application/pdf': { title: 'PDF', extension: 'pdf' },
}

/** `PNG、JPG` */
export const titlesOfKinds = (types: readonly string[]): string =>
  types.map((type) => uploadKinds[type]?.title ?? type).join('、')

export type UploadPurpose = Exclude<FilePurpose, 'export'>

/** Types by content, and the most bytes that one file may have. Exports are made by the server alone. */
export const uploadRules: Record<UploadPurpose, { types: readonly string[]; maxBytes: number }> = {
  avatar: { types: ['image/png', 'image/jpeg', 'image/webp'], maxBytes: 2 * MB },
  logo: { types: ['image/png', 'image/jpeg', 'image/webp'], maxBytes: 1 * MB },
  manual: { types: ['application/pdf'], maxBytes: 20 * MB },
  feedback: { types: ['image/png', 'image/jpeg', 'image/webp'], maxBytes: 10 * MB },
  mail: { types: ['image/png', 'image/jpeg', 'image/webp', 'application/pdf'], maxBytes: 10 * MB },
}

/** A file as the specification's widgets read it (spec 2 §3). `url` is a signed link, good for an hour. */
export const storedFile = z
  .object({
    uid: z.string(),
    name: z.string(),
    fileName: z.string(),
    pathName: z.string(),
    path: z.string(),
    url: z.string(),
    /** Media type, by the content. */
    fileType: z.string(),
    size: z.int(),
  })
  .meta({ id: 'StoredFile' })

/** A file's `path`, as a form sends it back. */
export const filePath = named('文件', z.string().regex(/^[\w/.-]{1,100}$/, '不是有效的文件'))

export const fileCalls = {
  upload: command({
    title: '上传文件',
    path: '/sys/oss/file/upload',
    access: 'signedIn',
    upload: true,
    input: z.object({
      purpose: named('用途', filePurpose.exclude(['export'])),
      /** 1: the answer carries the file's base64 too. */
      isNeedBase: z.coerce.number().optional(),
      /** 1: a video's first frame is wanted; pictures have none. */
      isNeedFirstFrame: z.coerce.number().optional(),
    }),
    output: storedFile.extend({ base64code: z.string().optional() }),
  }),
  download: query({
    title: '下载文件',
    path: '/sys/oss/file/downLoad',
    method: 'GET',
    access: 'signedIn',
    download: true,
    input: z.object({ path: filePath, fileName: named('文件名', z.string().max(200).optional()) }),
    output: z.unknown(),
  }),
}
