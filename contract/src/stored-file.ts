import { z } from 'zod'
import { named } from './fields.ts'

/** What a file is, and where it is read. */
export const fileFacts = {
  /** Media type, detected from the content. */
  fileType: z.string(),
  size: z.int(),
  /** Signed links, valid for an hour. */
  url: z.string(),
  /** At most 320 pixels wide and high; null if there is none, or none yet. */
  fileUrlThumbnail: z.string().nullable(),
  /** A picture, or a document's first page, of at most 2048 pixels; null if there is none, or none yet. */
  fileUrlPreview: z.string().nullable(),
}

/** A file as the specification's widgets read it (spec 2 §3). */
export const storedFile = z
  .object({
    uid: z.string(),
    name: z.string(),
    fileName: z.string(),
    pathName: z.string(),
    path: z.string(),
    ...fileFacts,
  })
  .meta({ id: 'StoredFile' })

/** A file's `path`, as a form sends it back. */
export const filePath = named('文件', z.string().regex(/^[\w/.-]{1,100}$/, '不是有效的文件'))

/** The refusal when there are too many files (spec 2 §5). */
export const tooManyFiles = (max: number): string => `最多上传${max}个附件，请确认!`
