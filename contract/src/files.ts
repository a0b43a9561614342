import { own } from './own.ts'
import { z } from 'zod'
import { callsOf } from './call.ts'
import { named } from './fields.ts'
import { filePath, storedFile } from './stored-file.ts'

const { command, query } = callsOf()

/** A file's purpose decides who may read it, which types are allowed and how large it may be. */
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
  'request',
  'process',
  'step',
  'film',
  'example',
  'drawing',
  'earth',
  'archive',
  'general',
])
export type FilePurpose = z.output<typeof filePurpose>

const MB = 1024 * 1024
const OOXML = 'application/vnd.openxmlformats-officedocument'

/** The types that people may upload, by media type, with title and file name extension. */
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
  'video/webm': { title: 'WebM', extension: 'webm' },
  'video/quicktime': { title: 'MOV', extension: 'mov' },
}

/** Other extensions of the same types. */
const alsoKnownAs: Record<string, string> = { jpeg: 'jpg' }

/** Titles of types, such as `PNG、JPG`. */
export const titlesOfKinds = (types: readonly string[]): string =>
  types.map((type) => own(uploadKinds, type)?.title ?? type).join('、')

/** The media type for a file name's extension; null for an unknown one. */
export function kindByName(name: string): string | null {
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  const wanted = own(alsoKnownAs, extension) ?? extension
  return Object.entries(uploadKinds).find(([, kind]) => kind.extension === wanted)?.[0] ?? null
}

/** Programs are always refused (spec 2 §5). */
export const blockedNames = /\.(exe|com)[. ]*$/i

const photos = ['image/png', 'image/jpeg', 'image/webp'] as const
const pictures = [...photos, 'image/bmp', 'image/gif'] as const
export const filmKinds = ['video/mp4', 'video/webm', 'video/quicktime'] as const
const papers = Object.keys(uploadKinds).filter((type) => !/^(image|video)\//.test(type))

export type UploadPurpose = Exclude<FilePurpose, 'archive' | 'export'>

export type UploadRule = {
  /** Allowed media types, detected from the content; null allows every file but programs. */
  types: readonly string[] | null
  /** Per file; the company's 单个文件上限 may be lower. */
  maxBytes: number
  /** Maximum width of a picture in pixels, after applying its EXIF orientation. */
  maxWidth?: number
  maxHeight?: number
}

/** The default maximum of files per owner (spec 2 §5). */
export const DEFAULT_MAX_FILES = 5
/** The default maximum size of a file (spec 2 §5). */
export const DEFAULT_MAX_BYTES = 10 * MB
/** The most that a film of a step may have; the company's 单个文件上限 may be lower. */
export const FILM_BYTES = 100 * MB
/** The maximum pixels of a picture: a small file may decompress to more than fits in memory. */
export const MAX_PIXELS = 100_000_000

/** The upload rules of each purpose. Only the server creates exports. */
export const uploadRules: Record<UploadPurpose, UploadRule> = {
  avatar: { types: photos, maxBytes: 2 * MB, maxWidth: 8192, maxHeight: 8192 },
  logo: { types: photos, maxBytes: 1 * MB, maxWidth: 4096, maxHeight: 4096 },
  manual: { types: ['application/pdf'], maxBytes: 20 * MB },
  feedback: { types: photos, maxBytes: DEFAULT_MAX_BYTES },
  mail: { types: [...photos, 'application/pdf'], maxBytes: DEFAULT_MAX_BYTES },
  /** Documents of a station: drawings, contracts, inspection videos. */
  station: { types: null, maxBytes: 2048 * MB },
  /** Pictures and documents of a device. */
  device: { types: [...pictures, ...papers], maxBytes: DEFAULT_MAX_BYTES },
  template: { types: papers, maxBytes: 50 * MB },
  /** Operation manuals. */
  annex: { types: papers, maxBytes: 50 * MB },
  /** Pictures without a specific purpose. */
  picture: { types: pictures, maxBytes: DEFAULT_MAX_BYTES },
  /** What is attached to a request for approval. */
  request: { types: [...pictures, ...papers], maxBytes: DEFAULT_MAX_BYTES },
  /** Files of opinions and comments. */
  process: { types: [...pictures, ...papers], maxBytes: 50 * MB },
  /** Photos of a step of an order's work. */
  step: { types: photos, maxBytes: DEFAULT_MAX_BYTES },
  /** Films of a step. */
  film: { types: filmKinds, maxBytes: FILM_BYTES },
  /** How an item of an appearance sheet should look. */
  example: { types: photos, maxBytes: DEFAULT_MAX_BYTES },
  /** Single-line diagrams and plans of tickets. */
  drawing: { types: photos, maxBytes: DEFAULT_MAX_BYTES },
  /** Earths as they were put up and taken down. */
  earth: { types: photos, maxBytes: DEFAULT_MAX_BYTES },
  /** Gets its purpose when it is first used; the rules of that purpose apply then. */
  general: { types: null, maxBytes: 2048 * MB },
}

/** The types that the image previewer shows (spec 2 §9). */
export const previewableKinds = ['image/png', 'image/jpeg', 'image/bmp', 'application/pdf'] as const

/** 1 is true; everything else is false, as the specification's clients send it. */
const flag = z.coerce.number().optional()
const pixels = z.coerce.number().int('应为整数').min(1, '应为正数').max(100_000, '不能大于 100000').optional()

/** The maximum size of a file answered as base64: client and server hold the whole text in memory. */
export const MAX_BASE64_BYTES = 20 * MB

export const fileCalls = {
  /**
   * Multipart: `file` and, with isNeedFirstFrame=1, optionally `firstFrame`, a video's first frame drawn by the
   * sender's browser. Other fields may be in the query string or in the form. Fields after the file are valid too, but
   * what they refuse is refused only after the file has arrived. A file uploaded without a purpose can be used for any
   * purpose whose rules it meets.
   */
  upload: command({
    title: '上传文件',
    path: '/sys/oss/file/upload',
    access: 'signedIn',
    upload: true,
    input: z.object({
      purpose: named('用途', filePurpose.exclude(['export', 'archive']).default('general')),
      /** 1: the answer also contains the file as base64, up to `MAX_BASE64_BYTES`. */
      isNeedBase: named('返回 base64', flag),
      /** 1: a video's `firstFrame` is sent too and becomes its thumbnail and preview. */
      isNeedFirstFrame: named('需要首帧', flag),
      /** 1: keeps where and when a photo was taken; otherwise all EXIF data is dropped. */
      keepLocation: named('保留拍摄位置', flag),
      /** Only values below the purpose's own maximum have an effect. */
      maxWidth: named('最大宽度', pixels),
      maxHeight: named('最大高度', pixels),
    }),
    output: storedFile.extend({
      base64code: z.string().optional(),
      /** Only with keepLocation=1 and if the photo has them. In degrees; `takenTime` is the camera's local time. */
      latitude: z.number().nullable().optional(),
      longitude: z.number().nullable().optional(),
      takenTime: z.string().nullable().optional(),
    }),
  }),
  /** The file's content; with isNeedBase=1 an envelope with `strBase64` and `fileName` instead (spec 2 §3). */
  download: query({
    title: '下载文件',
    path: 'GET /sys/oss/file/downLoad',
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
