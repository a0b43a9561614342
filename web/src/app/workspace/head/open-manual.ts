import { shellCalls } from '@heliodesk/contract/shell.ts'
import { CallError, send } from '../../../lib/call.ts'
import { reportCallError } from '../../../lib/call-errors.ts'
import { notify } from '../../../lib/notices.ts'

/** Opens the instruction PDF in a new window (spec 1 §7.3; spec 2 §8). */
export async function openManual(): Promise<void> {
  // At once, because browsers open windows only in response to a click.
  const page = window.open('about:blank', '_blank')
  try {
    const { fileBase64Code } = await send(shellCalls.instruction, {})
    const bytes = Uint8Array.from(atob(fileBase64Code), (char) => char.charCodeAt(0))
    const address = URL.createObjectURL(new Blob([bytes], { type: 'application/pdf' }))
    if (page) page.location.replace(address)
    else location.assign(address)
  } catch (error) {
    page?.close()
    if (error instanceof CallError && error.status === 401) reportCallError(error)
    else {
      const requestId = error instanceof CallError ? error.requestId : null
      notify({ kind: 'error', title: '系统提示', text: '文件加载失败', requestId })
    }
  }
}
