import { BpmnModdle, type Element, type Warning } from 'bpmn-moddle'
import { correctLanguage } from '@heliodesk/contract/bpmn-language.ts'
import { decoded, processAttributes } from '@heliodesk/contract/process-file.ts'

correctLanguage(BpmnModdle)

/** Why a definition cannot run, and because of which element. */
export type Refusal = { element: string; name: string; reason: string }

export class Refused extends Error {
  readonly refusals: readonly Refusal[]
  constructor(refusals: readonly Refusal[]) {
    super(refusals.map(({ name, element, reason }) => `“${name || element}”${reason}`).join('；'))
    this.refusals = refusals
  }
}

function asRefusal({ message, element }: Warning): Refusal {
  return { element: element?.id ?? '', name: element?.name ?? '流程文件', reason: inWords(message) }
}

function inWords(message: string): string {
  const [, kind, name] = /^(unresolved reference|unknown attribute) <(.*)>$/.exec(message) ?? []
  if (kind) return kind === 'unknown attribute' ? `有不能识别的属性“${name}”` : `提到的元素“${name}”不存在`
  const [, tag, line] = /^unparsable content <(.*)> detected\s+line: (\d+)/.exec(message) ?? []
  return line === undefined ? '不能完整读取' : `第 ${Number(line) + 1} 行的“${tag}”不是 BPMN 2.0 的内容`
}

/** The tree of a BPMN 2.0 file, and what of it is not in the tree; throws `Refused` for anything else. */
export async function parse(xml: string) {
  try {
    const { rootElement, warnings } = await new BpmnModdle({ wf: processAttributes }).fromXML(decoded(xml))
    return { rootElement, unread: warnings.map(asRefusal) }
  } catch (error) {
    const reason = `不是 BPMN 2.0 文件：${error instanceof Error ? error.message : String(error)}`
    throw new Refused([{ element: '', name: '流程文件', reason }])
  }
}

const processesIn = ({ rootElements = [] }: Element) =>
  rootElements.filter(({ $type }) => $type === 'bpmn:Process')

export const executableIn = (root: Element): Element[] =>
  processesIn(root).filter(({ isExecutable }) => isExecutable)

/** The process that a file is about: the executable one, or else the only one. */
export async function processIn(xml: string): Promise<Element> {
  const { rootElement } = await parse(xml)
  return theProcess(rootElement)
}

function theProcess(root: Element): Element {
  const [executable, all] = [executableIn(root), processesIn(root)]
  const [found, ...others] = executable.length > 0 ? executable : all
  if (found && others.length === 0) return found
  throw new Refused([{ element: '', name: '流程文件', reason: '须有且只有一个可执行的流程' }])
}

/** The same file as another process, which the engine may run; and what of it was not read, in words. */
export async function renamed(xml: string, key: string, name: string) {
  const { rootElement, unread } = await parse(xml)
  const process = theProcess(rootElement)
  process.id = key
  process.name = name
  process.isExecutable = true
  const written = await new BpmnModdle({ wf: processAttributes }).toXML(rootElement, { format: true })
  return { xml: written.xml, unread: unread.map((each) => new Refused([each]).message) }
}
