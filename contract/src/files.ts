import { own } from './own.ts'
import { z } from 'zod'
import { command, query } from './call.ts'
import { named } from './fields.ts'
import { filePath, storedFile } from './stored-file.ts'

/** What a file is for decides who may read it, what it may be and how large. */
export const filePurpose = z.enum([
  'avatar',
  'logo',
  'manual',
  'feedback',
  'mail',
  'export',
  'station',
  'device',
  'template',
  'annex',
  'picture',
  'general',
])
export type FilePurpose = z.output<typeof filePurpose>

const MB = 1024 * 1024
const OOXML = 'application/vnd.openxmlformats-officedocument'

/** The kinds that people may upload, by media type: as people and as file names call them. */
export const uploadKinds: Record<string, { title: string; extension: string }> = {
  'image/png': { title: 'PNG', extension: 'png' },
  'image/jpeg': { title: 'JPG', extension: 'jpg' },
  'image/webp': { title: 'WebP', extension: 'webp' },
  'image/gif': { title: 'GIF', extension: 'gif' },
  'image/bmp': { title: 'BMP', extension: 'bmp' },
  'application/pdf': { title: 'PDF', extension: 'pdf' },
  'application/msword': { title: 'DOC', extension: 'doc' },
  [`${OOXML}.wordprocessingml.document`]: { title: 'DOCX', extension: 'docx' },
  'application/vnd.ms-excel': { title: 'XLS', extension: 'xls' },
  [`${OOXML}.spreadsheetml.sheet`]: { title: 'XLSX', extension: 'xlsx' },
  'application/vnd.ms-powerpoint': { title: 'PPT', extension: 'ppt' },
  [`${OOXML}.presentationml.presentation`]: { title: 'PPTX', extension: 'pptx' },
  'text/plain': { title: 'TXT', extension: 'txt' },
  'text/csv': { title: 'CSV', extension: 'csv' },
  'application/zip': { title: 'ZIP', extension: 'zip' },
  'video/mp4': { title: 'MP4', extension: 'mp4' },
}

/** Other names of the same kinds, as file names end. */
const alsoKnownAs: Record<string, string> = { jpeg: 'jpg' }

/** `PNG、JPG` */
export const titlesOfKinds = (types: readonly string[]): string =>
  types.map((type) => own(uploadKinds, type)?.title ?? type).join('、')

/** The media type that a file's name promises; null for an extension that is no kind of ours. */
export function kindByName(name: string): string | null {
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  const wanted = own(alsoKnownAs, extension) ?? extension
  return Object.entries(uploadKinds).find(([, kind]) => kind.extension === wanted)?.[0] ?? null
}

/** Programs are never taken, whatever else is (spec 2 §5). */
export const blockedNames = /\.(exe|com)[. ]*$/i

const photos = ['image/png', 'image/jpeg', 'image/webp'] as const
const pictures = [...photos, 'image/bmp', 'image/gif'] as const
const papers = Object.keys(uploadKinds).filter((type) => !type.startsWith('image/') && type !== 'video/mp4')

export type UploadPurpose = Exclude<FilePurpose, 'export'>

export type UploadRule = {
  /** Media types, by content; null takes every file but programs. */
  types: readonly string[] | null
  /** Of one file; the company's 单个文件上限 may be lower still. */
  maxBytes: number
  /** Of pictures, in pixels, as they are shown: turned by what their camera noted. */
  maxWidth?: number
  maxHeight?: number
}

/** Files of one owner where no other number is said (spec 2 §5). */
export const DEFAULT_MAX_FILES = 5
/** A file's bytes where no other number is said (spec 2 §5). */
export const DEFAULT_MAX_BYTES = 10 * MB
/** The most pixels of a picture: a small file may unfold to more than any memory holds. */
export const MAX_PIXELS = 100_000_000

/** What may be uploaded for what. Exports are made by the server alone. */
export const uploadRules: Record<UploadPurpose, UploadRule> = {
  avatar: { types: photos, maxBytes: 2 * MB, maxWidth: 8192, maxHeight: 8192 },
  logo: { types: photos, maxBytes: 1 * MB, maxWidth: 4096, maxHeight: 4096 },
  manual: { types: ['application/pdf'], maxBytes: 20 * MB },
  feedback: { types: photos, maxBytes: DEFAULT_MAX_BYTES },
  mail: { types: [...photos, 'application/pdf'], maxBytes: DEFAULT_MAX_BYTES },
  /** Documents of a station: drawings, contracts, films of an inspection. */
  station: { types: null, maxBytes: 2048 * MB },
  /** Pictures and papers of a device. */
  device: { types: [...pictures, ...papers], maxBytes: DEFAULT_MAX_BYTES },
  template: { types: papers, maxBytes: 50 * MB },
  /** Operation manuals. */
  annex: { types: papers, maxBytes: 50 * MB },
  /** Pictures of no particular place. */
  picture: { types: pictures, maxBytes: DEFAULT_MAX_BYTES },
  /** Whoever uses it gives it a purpose, whose rules hold then. */
  general: { types: null, maxBytes: 2048 * MB },
}

/** The kinds that the image previewer shows (spec 2 §9). */
export const previewableKinds = ['image/png', 'image/jpeg', 'image/bmp', 'application/pdf'] as const

/** 1 is yes; everything else is no, as the specification's clients send it. */
const flag = z.coerce.number().optional()
const pixels = z.coerce.number().int('应为整数').min(1, '应为正数').max(100_000, '不能大于 100000').optional()

/** The most bytes that are answered as base64: the text is held whole on both sides. */
export const MAX_BASE64_BYTES = 20 * MB

export const fileCalls = {
  /**
   * Multipart: `file`, and with isNeedFirstFrame=1 perhaps `firstFrame`, a film's first frame as the sender's browser
   * drew it. Fields may stand in the address or in the form; those behind the file count too, though what they refuse is
   * then refused only once the file has come. What is uploaded without a purpose may be used for any that it fits.
   */
  upload: command({
    title: '上传文件',
    path: '/sys/oss/file/upload',
    access: 'signedIn',
    upload: true,
    input: z.object({
      purpose: named('用途', filePurpose.exclude(['export']).default('general')),
      /** 1: the answer carries the file's base64 too, up to `MAX_BASE64_BYTES`. */
      isNeedBase: named('返回 base64', flag),
      /** 1: a film's `firstFrame` is sent beside and becomes its thumbnail and preview. */
      isNeedFirstFrame: named('需要首帧', flag),
      /** 1: where and when a photo was taken is kept; else it is forgotten with all that its camera noted. */
      keepLocation: named('保留拍摄位置', flag),
      /** Narrower than the purpose's own; wider ones count for nothing. */
      maxWidth: named('最大宽度', pixels),
      maxHeight: named('最大高度', pixels),
    }),
    output: storedFile.extend({
      base64code: z.string().optional(),
      /** Only with keepLocation=1, and where the photo tells. Degrees; `takenTime` is the camera's own clock. */
      latitude: z.number().nullable().optional(),
      longitude: z.number().nullable().optional(),
      takenTime: z.string().nullable().optional(),
    }),
  }),
  /** The file's bytes; with isNeedBase=1 an envelope with `strBase64` and `fileName` instead (spec 2 §3). */
  download: query({
    title: '下载文件',
    path: '/sys/oss/file/downLoad',
    method: 'GET',
    access: 'signedIn',
    download: true,
    input: z.object({
      path: filePath,
      fileName: named('文件名', z.string().max(200).optional()),
      isNeedBase: named('返回 base64', flag),
    }),
    output: z.object({ strBase64: z.string(), fileName: z.string() }),
  }),
}
