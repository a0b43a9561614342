import { own } from '@heliodesk/contract/own.ts'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { kindByName } from '@heliodesk/contract/files.ts'
import { fileTypeFromBuffer } from 'file-type'
import { present } from '../../platform/certain.ts'
import type { ByteRange } from '../../platform/storage.ts'
import { carriesProgram, isInstaller, isPackage, isProgram } from './programs.ts'
import { entryNamesOf } from './zip-directory.ts'

const OOXML = 'application/vnd.openxmlformats-officedocument'
const ZIP = 'application/zip'
const CFB = 'application/x-cfb'
/** The type of every executable file or installer. */
export const PROGRAM = 'application/x-msdownload'
const UNKNOWN = 'application/octet-stream'

/** Archives that install a program, if their first entry shows it. */
const packages = new Set([
  'application/vnd.android.package-archive',
  'application/java-archive',
  'application/x-xpinstall',
])

/** Folders in a ZIP archive that identify an office document. */
const ooxmlFolders: Record<string, string> = {
  'word/': `${OOXML}.wordprocessingml.document`,
  'xl/': `${OOXML}.spreadsheetml.sheet`,
  'ppt/': `${OOXML}.presentationml.presentation`,
}
/** Main streams that identify an older office document. */
const cfbStreams: Record<string, string> = {
  WordDocument: 'application/msword',
  Workbook: 'application/vnd.ms-excel',
  Book: 'application/vnd.ms-excel',
  'PowerPoint Document': 'application/vnd.ms-powerpoint',
}

/** Types that need the whole file to be told apart, by what the first bytes show. */
const containers: Record<string, readonly string[]> = {
  [ZIP]: [ZIP, ...Object.values(ooxmlFolders)],
  [CFB]: Object.values(cfbStreams),
}

/** The types that a file with these first bytes can be. */
export const candidatesOf = (first: string): readonly string[] => own(containers, first) ?? [first]

/**
 * The type of a file by its first bytes, whatever its name: a media type, or `ZIP` or `CFB` for all formats based on
 * these containers. The name only distinguishes a table (CSV) from other plain text.
 */
export async function firstKindOf(first: Buffer, name: string): Promise<string> {
  if (first.toString('latin1', 0, 5) === '%PDF-') return 'application/pdf'
  const text = textIn(first)
  if (isProgram(first, text)) return PROGRAM
  if (text !== null) return /\.csv$/i.test(name) ? 'text/csv' : 'text/plain'
  const mime = (await fileTypeFromBuffer(first))?.mime ?? UNKNOWN
  if (packages.has(mime)) return PROGRAM
  return candidatesOf(ZIP).includes(mime) ? ZIP : mime
}

type Whole = { size: number; read(range: ByteRange): Promise<Readable> }

const isText = (kind: string) => kind === 'text/plain' || kind === 'text/csv'
/** Older programs write text under these types: pages and tables that office programs open anyway. */
const OPENED_AS_TEXT = new Set(['application/msword', 'application/vnd.ms-excel'])

/** Whether a file is plain text under another type's name, such as a disguised script. */
export function isDisguised(kind: string, name: string): boolean {
  const promised = kindByName(name)
  return isText(kind) && promised !== null && !isText(promised) && !OPENED_AS_TEXT.has(promised)
}

/** The final type, from the whole file. */
export async function kindOf(first: string, file: Whole): Promise<string> {
  if (first === ZIP) return zipKindOf(file)
  if (first === CFB) return cfbKindOf(file)
  return first
}

async function zipKindOf(file: Whole): Promise<string> {
  const names = await entryNamesOf(file)
  if (isPackage(names)) return PROGRAM
  if (!names.includes('[Content_Types].xml')) return ZIP
  const folder = Object.keys(ooxmlFolders).find((each) => names.some((name) => name.startsWith(each)))
  if (folder === undefined) return ZIP
  return carriesProgram(names) ? PROGRAM : present(own(ooxmlFolders, folder))
}

const CFB_HEADER = 512
const CFB_ENTRY = 128
/** The main stream is among the first entries. */
const CFB_ENTRIES = 64

/** Reads the names in the file's directory (MS-CFB §2.6). */
async function cfbKindOf(file: Whole): Promise<string> {
  if (file.size < CFB_HEADER) return UNKNOWN
  const header = await buffer(await file.read({ start: 0, end: CFB_HEADER - 1 }))
  const start = (header.readUInt32LE(48) + 1) * 2 ** Math.min(header.readUInt16LE(30), 16)
  if (start >= file.size) return CFB
  const end = Math.min(file.size, start + CFB_ENTRIES * CFB_ENTRY) - 1
  const directory = await buffer(await file.read({ start, end }))
  if (isInstaller(directory)) return PROGRAM
  for (let at = 0; at + CFB_ENTRY <= directory.length; at += CFB_ENTRY) {
    const length = Math.min(directory.readUInt16LE(at + 64), 64)
    const kind = own(cfbStreams, directory.toString('utf16le', at, at + Math.max(0, length - 2)))
    if (kind) return kind
  }
  return CFB
}

// oxlint-disable-next-line no-control-regex -- the pattern looks for control characters
const CONTROL = /[\u0000-\u0008\u000E-\u001A\u001C-\u001F]/

/** The text in one of the usual encodings of tables and notes; null for control characters or other encodings. */
function textIn(first: Buffer): string | null {
  const hasMark = ['fffe', 'feff'].includes(first.toString('hex', 0, 2))
  for (const encoding of hasMark ? ['utf-16le', 'utf-16be'] : ['utf-8', 'gb18030']) {
    try {
      // The last character may be cut off.
      const text = new TextDecoder(encoding, { fatal: true }).decode(first, { stream: true })
      if (!CONTROL.test(text)) return text
    } catch {
      // Try the next encoding.
    }
  }
  return null
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

/** Types that the browser shows inline; everything else is downloaded. */
export const isShownInline = (mediaType: string): boolean => shown.has(mediaType)
