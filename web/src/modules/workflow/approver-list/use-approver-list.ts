import { correctLanguage } from '@heliodesk/contract/bpmn-language.ts'
import { processAttributes } from '@heliodesk/contract/process-file.ts'
import type { ApproverList } from '@heliodesk/contract/approver-list/model.ts'
import { readList, type ReadList } from '@heliodesk/contract/approver-list/read.ts'
import { writeList } from '@heliodesk/contract/approver-list/write.ts'
import { BpmnModdle } from 'bpmn-moddle'
import { useEffect, useRef, useState } from 'react'

correctLanguage(BpmnModdle)
const moddle = new BpmnModdle({ wf: processAttributes })

/** How many changes can be undone. */
const MOST_UNDONE = 100

type Past = { xml: string; about: string | null }
type History = { past: readonly Past[]; future: readonly string[] }

const NOTHING: History = { past: [], future: [] }

/**
 * The list in a file. A change is shown at once and written into the file after it; undoing goes back to an earlier file.
 * Changes about the same thing, such as the letters of a name, are undone together.
 */
export function useApproverList(xml: string, onChange: (xml: string) => void) {
  const [read, setRead] = useState<ReadList | null>(null)
  const [history, setHistory] = useState(NOTHING)
  const file = useRef('')
  /** Changes are written one after the other. */
  const last = useRef<Promise<void>>(Promise.resolve())

  useEffect(() => {
    if (xml === file.current) return
    file.current = xml
    const open = async () => {
      const answer = await readList(moddle, xml)
      if (file.current !== xml) return
      setRead(answer)
      setHistory(NOTHING)
    }
    void open()
  }, [xml])

  const next = (step: () => Promise<void>) => {
    last.current = last.current.then(step).catch(reportError)
  }

  const change = (list: ApproverList, about: string | null = null) => {
    setRead({ list })
    next(async () => {
      const before = file.current
      file.current = await writeList(moddle, before, list)
      setHistory(({ past }) => ({
        past:
          about !== null && past.at(-1)?.about === about
            ? past
            : [...past, { xml: before, about }].slice(-MOST_UNDONE),
        future: [],
      }))
      onChange(file.current)
    })
  }

  /** Shows another file, of the history. */
  const show = (wanted: string, then: (history: History, before: string) => History) =>
    next(async () => {
      const before = file.current
      file.current = wanted
      setHistory((known) => then(known, before))
      setRead(await readList(moddle, wanted))
      onChange(wanted)
    })

  const [undone, redone] = [history.past.at(-1), history.future.at(-1)]
  return {
    read,
    change,
    undo: undone
      ? () =>
          show(undone.xml, ({ past, future }, before) => ({
            past: past.slice(0, -1),
            future: [...future, before],
          }))
      : null,
    redo:
      redone === undefined
        ? null
        : () =>
            show(redone, ({ past, future }, before) => ({
              past: [...past, { xml: before, about: null }],
              future: future.slice(0, -1),
            })),
  }
}
