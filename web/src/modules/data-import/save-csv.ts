import { saveBlob } from '../../lib/download.ts'

/** Hands a text over as a downloaded CSV file. */
export const saveCsv = (name: string, text: string): void =>
  saveBlob(new Blob([text], { type: 'text/csv;charset=utf-8' }), name)
