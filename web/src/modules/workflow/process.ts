import type { Received } from '@heliodesk/contract/call.ts'
import { decoded, encodingOf } from '@heliodesk/contract/process-file.ts'
import { MOST_XML, type workflowCalls } from '@heliodesk/contract/workflow.ts'

export type ProcessDefinition = Received<typeof workflowCalls.deploy>
export type ProcessVersion = ProcessDefinition['versions'][number]

export type ProcessDraft = Received<typeof workflowCalls.drafts>[number]

/** A process with its draft; one that was never published has no versions. */
export type ListedProcess = ProcessDefinition & { draft: ProcessDraft | null }

export function withDrafts(
  deployed: readonly ProcessDefinition[],
  drafts: readonly ProcessDraft[],
): ListedProcess[] {
  const known = new Set(deployed.map(({ key }) => key))
  return [
    ...deployed.map((each) => ({ ...each, draft: drafts.find(({ key }) => key === each.key) ?? null })),
    ...drafts
      .filter(({ key }) => !known.has(key))
      .map((draft) => ({ key: draft.key, name: draft.name, current: null, versions: [], draft })),
  ]
}

export type ProcessFile = { name: string; xml: string }

/** The text of a chosen file, or why it is not a process. */
export async function readProcessFile(file: File): Promise<ProcessFile | { refusal: string }> {
  if (!/\.(bpmn|xml)$/i.test(file.name)) return { refusal: `“${file.name}”不是流程文件，请选择 .bpmn 文件` }
  if (file.size > MOST_XML * 3) return { refusal: `“${file.name}”太大，最多 ${MOST_XML / 10_000} 万个字符` }
  const xml = textOf(await file.arrayBuffer())
  if (xml === null) return { refusal: `“${file.name}”的文字编码不能识别，请另存为 UTF-8 编码` }
  if (xml.trim() === '') return { refusal: `“${file.name}”是空文件` }
  return { name: file.name, xml: decoded(xml) }
}

/** Files of older tools may be in GBK, which their first line says; null for what is not in the encoding that it names. */
function textOf(bytes: ArrayBuffer): string | null {
  const declared = encodingOf(new TextDecoder('latin1').decode(bytes.slice(0, 200)))
  try {
    return new TextDecoder(declared, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
