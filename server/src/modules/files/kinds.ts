import { own } from '@heliodesk/contract/own.ts'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { fileTypeFromBuffer } from 'file-type'
import type { ByteRange } from '../../platform/storage.ts'
import { entryNamesOf } from './zip-directory.ts'

const OOXML = 'application/vnd.openxmlformats-officedocument'
const ZIP = 'application/zip'
const CFB = 'application/x-cfb'
/** A program of Windows or DOS. */
export const PROGRAM = 'application/x-msdownload'
const UNKNOWN = 'application/octet-stream'

/** What lies in a ZIP archive that is a paper of an office suite. */
const ooxmlFolders: Record<string, string> = {
  'word/': `${OOXML}.wordprocessingml.document`,
  'xl/': `${OOXML}.spreadsheetml.sheet`,
  'ppt/': `${OOXML}.presentationml.presentation`,
}
/** The main stream of an office suite's older kind. */
const cfbStreams: Record<string, string> = {
  WordDocument: 'application/msword',
  Workbook: 'application/vnd.ms-excel',
  Book: 'application/vnd.ms-excel',
  'PowerPoint Document': 'application/vnd.ms-powerpoint',
}

/** Kinds that only a look into the whole file tells apart, by what their first bytes say. */
const containers: Record<string, readonly string[]> = {
  [ZIP]: [ZIP, ...Object.values(ooxmlFolders)],
  [CFB]: Object.values(cfbStreams),
}

/** The kinds that a file which begins like `first` may turn out to be. */
export const candidatesOf = (first: string): readonly string[] => own(containers, first) ?? [first]

/**
 * What a file is by its first bytes, whatever its name says: a media type, `ZIP` and `CFB` standing for all that comes
 * in them. The name only tells a table (CSV) from other plain text.
 */
export async function firstKindOf(first: Buffer, name: string): Promise<string> {
  if (first.toString('latin1', 0, 5) === '%PDF-') return 'application/pdf'
  if (isText(first)) return /\.csv$/i.test(name) ? 'text/csv' : 'text/plain'
  if (first.toString('latin1', 0, 2) === 'MZ') return PROGRAM
  const mime = (await fileTypeFromBuffer(first))?.mime ?? UNKNOWN
  return containers[ZIP]!.includes(mime) ? ZIP : mime
}

type Whole = { size: number; read(range: ByteRange): Promise<Readable> }

/** What it is at last, once all of it can be looked at. */
export async function kindOf(first: string, file: Whole): Promise<string> {
  if (first === ZIP) return zipKindOf(file)
  if (first === CFB) return cfbKindOf(file)
  return first
}

async function zipKindOf(file: Whole): Promise<string> {
  const names = await entryNamesOf(file)
  if (!names.includes('[Content_Types].xml')) return ZIP
  const folder = Object.keys(ooxmlFolders).find((each) => names.some((name) => name.startsWith(each)))
  return folder ? own(ooxmlFolders, folder)! : ZIP
}

const CFB_HEADER = 512
const CFB_ENTRY = 128
/** The main stream stands among the first. */
const CFB_ENTRIES = 64

/** Looks at the names in its directory (MS-CFB §2.6). */
async function cfbKindOf(file: Whole): Promise<string> {
  if (file.size < CFB_HEADER) return UNKNOWN
  const header = await buffer(await file.read({ start: 0, end: CFB_HEADER - 1 }))
  const start = (header.readUInt32LE(48) + 1) * 2 ** Math.min(header.readUInt16LE(30), 16)
  if (start >= file.size) return CFB
  const end = Math.min(file.size, start + CFB_ENTRIES * CFB_ENTRY) - 1
  const directory = await buffer(await file.read({ start, end }))
  for (let at = 0; at + CFB_ENTRY <= directory.length; at += CFB_ENTRY) {
    const length = Math.min(directory.readUInt16LE(at + 64), 64)
    const kind = own(cfbStreams, directory.toString('utf16le', at, at + Math.max(0, length - 2)))
    if (kind) return kind
  }
  return CFB
}

// oxlint-disable-next-line no-control-regex -- that there are none is the question
const CONTROL = /[\u0000-\u0008\u000E-\u001A\u001C-\u001F]/

/** Characters in one of the encodings that tables and notes come in, and none that only programs write. */
function isText(first: Buffer): boolean {
  const hasMark = ['fffe', 'feff'].includes(first.toString('hex', 0, 2))
  return (hasMark ? ['utf-16le', 'utf-16be'] : ['utf-8', 'gb18030']).some((encoding) => {
    try {
      // The last character may be cut.
      return !CONTROL.test(new TextDecoder(encoding, { fatal: true }).decode(first, { stream: true }))
    } catch {
      return false
    }
  })
}

const shown = new Set([
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/gif',
  'image/bmp',
  'application/pdf',
  'video/mp4',
  'video/webm',
])

/** Shown by the browser in its place; everything else is saved. */
export const isShownInline = (mediaType: string): boolean => shown.has(mediaType)
