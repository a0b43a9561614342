import { BpmnModdle, type Element } from 'bpmn-moddle'
import { processAttributes } from '@heliodesk/contract/process-file.ts'

/** Why a definition cannot run, and because of which element. */
export type Refusal = { element: string; name: string; reason: string }

export class Refused extends Error {
  readonly refusals: readonly Refusal[]
  constructor(refusals: readonly Refusal[]) {
    super(refusals.map(({ name, element, reason }) => `“${name || element}”${reason}`).join('；'))
    this.refusals = refusals
  }
}

/** The tree of a BPMN 2.0 file; throws `Refused` for anything else. */
export async function parse(xml: string) {
  try {
    return await new BpmnModdle({ wf: processAttributes }).fromXML(xml)
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

/** The same file as another process, which the engine may run. */
export async function renamed(xml: string, key: string, name: string): Promise<string> {
  const { rootElement } = await parse(xml)
  const process = theProcess(rootElement)
  process.id = key
  process.name = name
  process.isExecutable = true
  const written = await new BpmnModdle({ wf: processAttributes }).toXML(rootElement, { format: true })
  return written.xml
}
