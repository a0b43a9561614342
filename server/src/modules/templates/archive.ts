import { PassThrough, type Readable } from 'node:stream'
import { toWireTime } from '../../kernel/wire-time.ts'
import { FileAnswer, notFound, type Ctx } from '../../kernel/context.ts'
import { ZipFile } from 'yazl'
import { contentOfVersion } from './rows.ts'

/** One ZIP archive of several templates, each opened when it is written; throws if one does not exist. */
export async function archiveOf(ctx: Ctx, ids: string[]): Promise<FileAnswer> {
  const files: FileAnswer[] = []
  for (const id of ids) {
    const file = await contentOfVersion(ctx, id)
    if (!file) throw notFound()
    files.push(file)
  }
  const day = toWireTime(ctx.now, ctx.who.timeZone).slice(0, 10)
  return new FileAnswer({
    name: `模板附件_${day.replaceAll('-', '')}.zip`,
    mediaType: 'application/zip',
    size: null,
    open: async () => zipOf(files, ctx.now),
  })
}

function zipOf(files: FileAnswer[], mtime: Date): Readable {
  const zip = new ZipFile()
  const out = new PassThrough()
  let reading: Readable | undefined
  const fail = (error: Error) => out.destroy(error)
  const openNext = async (file: FileAnswer, done: (error: unknown, stream: Readable) => void) => {
    try {
      reading = (await file.open()).on('error', fail)
      done(null, reading)
    } catch (error) {
      fail(error as Error)
    }
  }
  const names = new Set<string>()
  for (const file of files) {
    zip.addReadStreamLazy(freeName(names, file.name), { mtime }, (done) => void openNext(file, done))
  }
  zip.on('error', fail)
  zip.end()
  zip.outputStream.pipe(out)
  // Closes the open file if the reader goes away.
  out.once('close', () => reading?.destroy())
  return out
}

/** Duplicate names get numbers, as in file managers. */
function freeName(taken: Set<string>, name: string): string {
  const [, stem = name, extension = ''] = /^(.*?)(\.[^.]*)?$/s.exec(name.replaceAll(/[/\\]/g, '_')) ?? []
  let free = stem + extension
  for (let n = 2; taken.has(free); n++) free = `${stem} (${n})${extension}`
  taken.add(free)
  return free
}
