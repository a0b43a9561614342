import type { Received } from '@heliodesk/contract/call.ts'
import { workflowCalls } from '@heliodesk/contract/workflow.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useUnsaved } from '../../../kit/use-unsaved.ts'
import type { CallError } from '../../../lib/call.ts'
import { useCommand } from '../../../lib/queries.ts'

export type Design = Received<typeof workflowCalls.design>
export type Draft = NonNullable<Design['draft']>

const SAVE_AFTER_MS = 1500

/** Somebody else has saved, published or discarded the draft that is open here. */
const OVERTAKEN = new Set(['process_draft.stale', 'process_draft.exists', 'not_found'])

/**
 * The file that is being designed, saved by itself a moment after each change. What is saved after another person's
 * version would overwrite it, so the server refuses it, and `overtaken` tells.
 */
export function useDraft(design: Design) {
  const [xml, setXml] = useState(design.xml)
  const [draft, setDraft] = useState<Draft | null>(design.draft)
  const [changedAt, setChangedAt] = useState(0)
  const [savedAt, setSavedAt] = useState(0)
  const [error, setError] = useState<CallError | null>(null)
  const begin = useCommand(workflowCalls.beginDraft, { errors: 'own' })
  const save = useCommand(workflowCalls.saveDraft, { errors: 'own' })
  // What the next attempt sends; a save that is under way finishes first.
  const latest = useRef({ xml, draft, changedAt })
  const saving = useRef<Promise<Draft | null> | null>(null)
  const dirty = changedAt !== savedAt
  useUnsaved(dirty)

  const attempt = async (): Promise<Draft | null> => {
    const { xml: sent, draft: known, changedAt: upTo } = latest.current
    const saved = known
      ? await save.mutateAsync({ id: known.id, version: known.version, xml: sent })
      : await begin.mutateAsync({ key: design.key, xml: sent })
    latest.current.draft = saved
    setDraft(saved)
    setSavedAt(upTo)
    setError(null)
    return latest.current.changedAt === upTo ? saved : attempt()
  }
  /** Saves what is not saved yet; answers the draft, null if there is none or it could not be saved. */
  const flush = async (): Promise<Draft | null> => {
    if (latest.current.changedAt === savedAt && !saving.current) return latest.current.draft
    saving.current ??= attempt()
      .catch((failure: CallError) => {
        setError(failure)
        return null
      })
      .finally(() => {
        saving.current = null
      })
    return saving.current
  }
  const flushLater = useEffectEvent(() => void flush())
  useEffect(() => {
    if (changedAt === savedAt || error) return undefined
    const timer = setTimeout(flushLater, SAVE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [changedAt, savedAt, error])
  // Another page is drawn: nothing waits any more.
  useEffect(() => () => flushLater(), [])

  const overtaken =
    (error !== null && OVERTAKEN.has(error.code)) ||
    (!saving.current && !dirty && isNewer(design.draft, draft))
  return {
    xml,
    draft,
    dirty,
    busy: begin.isPending || save.isPending,
    error: overtaken ? null : error,
    overtaken,
    flush,
    retry: () => {
      setError(null)
      void flush()
    },
    change: (next: string) => {
      if (next === latest.current.xml) return
      latest.current = { ...latest.current, xml: next, changedAt: latest.current.changedAt + 1 }
      setXml(next)
      setChangedAt(latest.current.changedAt)
    },
  }
}

const isNewer = (read: Draft | null, known: Draft | null) =>
  read !== null && (known === null || read.id !== known.id || read.version > known.version)
