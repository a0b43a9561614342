import { saveBlob } from '../../lib/download.ts'

/** Downloads a text as a CSV file. */
export const saveCsv = (name: string, text: string): void =>
  saveBlob(new Blob([text], { type: 'text/csv;charset=utf-8' }), name)
