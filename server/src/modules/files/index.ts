import { buffer } from 'node:stream/consumers'
import { fileCalls, MAX_BASE64_BYTES, type FilePurpose } from '@heliodesk/contract/files.ts'
import { defineModule, DomainError, notFound, type Ctx } from '../../kernel/context.ts'
import { InvalidInput } from '../../kernel/errors.ts'
import { isAdmitted } from './guards.ts'
import { serveLinks } from './link.ts'
import { makePreview } from './previews.ts'
import { answerOf } from './rows.ts'
import { sweepFiles } from './sweep.ts'
import { addUpload, intakeOf } from './upload.ts'

export { newPath } from '../../platform/storage.ts'
export { addDemoPicture, type StoredPictures } from './demo-picture.ts'
export { guardFiles } from './guards.ts'
export { keepFile, keepFiles } from './keep.ts'
export { maxBytesFor } from './limits.ts'
export { takeStorage } from './ownership.ts'
export { signedUrl } from './signature.ts'
export {
  addFile,
  copyFile,
  contentOf,
  fileOf,
  filesBy,
  filesOf,
  releaseFile,
  type NewFile,
  type StoredFile,
} from './rows.ts'
export { addUpload, intakeOf } from './upload.ts'

/** Whether the caller may read another person's file. */
type Reader = (ctx: Ctx, path: string) => Promise<boolean>

const everybodyOfTheCompany: Reader = async () => true

const readers: Partial<Record<FilePurpose, Reader>> = {
  avatar: everybodyOfTheCompany,
  logo: everybodyOfTheCompany,
  manual: everybodyOfTheCompany,
}

/** Lets people other than the uploader read files of a purpose. The owning module calls this when it is loaded. */
export function admitReaders(purpose: FilePurpose, reader: Reader): void {
  readers[purpose] = reader
}

export const files = defineModule(
  fileCalls,
  {
    async upload(ctx, input) {
      if (!ctx.file) throw new InvalidInput('参数有误：文件（file）：请选择文件')
      return addUpload(ctx, ctx.file, input)
    },

    async download(ctx, { path, fileName, isNeedBase }) {
      const row = await ctx.db
        .selectFrom('stored_file')
        .select(['blob_path', 'file_name', 'media_type', 'size', 'sha256', 'purpose', 'created_by'])
        .where('path', '=', path)
        .executeTakeFirst()
      const mayRead =
        row?.created_by === ctx.who.userId || (await readers[row?.purpose as FilePurpose]?.(ctx, path))
      if (!row || !mayRead || !(await isAdmitted(ctx, row.purpose, path))) throw notFound()
      const file = answerOf(ctx.env, row, fileName || row.file_name)
      if (isNeedBase !== 1) return file
      if (Number(row.size) > MAX_BASE64_BYTES) throw new DomainError('file.too_large', '文件过大，请直接下载')
      return { strBase64: (await buffer(await file.open())).toString('base64'), fileName: file.name }
    },
  },
  [],
  [makePreview, sweepFiles],
  serveLinks,
  { upload: intakeOf },
)
