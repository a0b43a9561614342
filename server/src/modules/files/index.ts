import { basename } from 'node:path'
import {
  fileCalls,
  titlesOfKinds,
  uploadKinds,
  uploadRules,
  type FilePurpose,
} from '@heliodesk/contract/files.ts'
import { defineModule, DomainError, notFound, type Ctx } from '../../kernel/context.ts'
import { InvalidInput } from '../../kernel/errors.ts'
import { readSettings } from '../../kernel/settings.ts'
import { openStorage } from '../../platform/storage.ts'
import { serveLinks } from './link.ts'
import { mediaTypeOf } from './media-type.ts'
import { addFile, answerOf, fileOf, newPath } from './rows.ts'
import { sweepFiles } from './sweep.ts'

export { signedUrl } from './signature.ts'
export {
  addFile,
  answerOf,
  fileOf,
  filesOf,
  keepFile,
  newPath,
  releaseFile,
  type NewFile,
  type StoredFile,
} from './rows.ts'

/** Whether the caller may read a file of somebody else's. */
type Reader = (ctx: Ctx, path: string) => Promise<boolean>

const everybodyOfTheCompany: Reader = async () => true

const readers: Partial<Record<FilePurpose, Reader>> = {
  avatar: everybodyOfTheCompany,
  logo: everybodyOfTheCompany,
  manual: everybodyOfTheCompany,
}

/** Lets others than the uploader read files of a purpose; said by the module that keeps them, when it is loaded. */
export function admitReaders(purpose: FilePurpose, reader: Reader): void {
  readers[purpose] = reader
}

const MB = 1024 * 1024

export const files = defineModule(
  fileCalls,
  {
    async upload(ctx, { purpose, isNeedBase }) {
      if (!ctx.file) throw new InvalidInput('参数有误：文件（file）：请选择文件')
      if (ctx.file.bytes.length === 0) throw new DomainError('file.empty', '禁止上传空文件!')
      const { bytes } = ctx.file
      const { types, maxBytes } = uploadRules[purpose]
      const mediaType = mediaTypeOf(bytes)
      if (!mediaType || !types.includes(mediaType))
        throw new DomainError('file.type', `请上传${titlesOfKinds(types)}格式文件!`)
      const most = Math.min(maxBytes, (await readSettings(ctx.db)).business.values.uploadMaxMb * MB)
      if (bytes.length > most) throw new DomainError('file.too_large', `请上传小于${most / MB}MB文件!`)
      const { extension } = uploadKinds[mediaType]!
      const path = newPath(extension)
      const written = await openStorage(ctx.env).write(path, bytes)
      const name = nameOf(ctx.file.name, extension)
      await addFile(ctx, { purpose, name, mediaType, path, ...written, kept: false })
      const stored = await fileOf(ctx, path)
      if (!stored) throw notFound()
      return isNeedBase === 1 ? { ...stored, base64code: bytes.toString('base64') } : stored
    },

    async download(ctx, { path, fileName }) {
      const row = await ctx.db
        .selectFrom('stored_file')
        .select(['path', 'file_name', 'media_type', 'size', 'purpose', 'created_by'])
        .where('path', '=', path)
        .executeTakeFirst()
      const mayRead =
        row?.created_by === ctx.who.userId || (await readers[row?.purpose as FilePurpose]?.(ctx, path))
      if (!row || !mayRead) throw notFound()
      return answerOf(ctx.env, row, fileName || row.file_name)
    },
  },
  [sweepFiles],
  [],
  serveLinks,
)

/** As people will see it: without folders and control characters, and never empty. */
function nameOf(given: string, extension: string): string {
  const name = basename(given.replaceAll('\\', '/'))
    .replaceAll(/\p{Cc}/gu, '')
    .toWellFormed()
    .trim()
    .slice(-200)
  return name || `文件.${extension}`
}
