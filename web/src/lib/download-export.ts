import { exportCalls } from '@heliodesk/contract/exports.ts'
import { CallError, send } from './call.ts'
import { reportCallError } from './call-errors.ts'

/** Hands a finished export to the browser, which saves it as it comes, however large it is. */
export async function downloadExport(id: string): Promise<void> {
  try {
    const { url, fileName } = await send(exportCalls.link, { id })
    const link = document.createElement('a')
    link.href = url
    link.download = fileName
    link.click()
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    reportCallError(error)
  }
}
