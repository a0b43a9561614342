import { buffer } from 'node:stream/consumers'
import type { Readable } from 'node:stream'
import { packageParts, sheetPath, textCell } from '@heliodesk/contract/xlsx.ts'
import { ZipFile } from 'yazl'

/** The last possible cell of a sheet: a file with it is small, but reading it would take all memory. */
export const spreadingTo = 'XFD1048576'

/** As far as a file may spread: reading it takes some seconds, and more than 64 MB. */
export const allowedTo = 'T1000000'

/** A workbook whose one sheet has these cells. */
export async function workbook(cells: string[]): Promise<Buffer> {
  const rows = cells.map((place) => `<row r="${/\d+/.exec(place)![0]}">${textCell(place, '电站名称')}</row>`)
  const zip = new ZipFile()
  for (const [path, xml] of Object.entries(packageParts(['表']))) zip.addBuffer(Buffer.from(xml), path)
  const sheet = `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows.join('')}</sheetData></worksheet>`
  zip.addBuffer(Buffer.from(sheet), sheetPath(1))
  zip.end()
  return buffer(zip.outputStream as Readable)
}
