import { useLayoutEffect, useState } from 'react'
import { useShell } from '../../../lib/shell.ts'
import { Fetched } from '../../Fetched.tsx'
import type { Routes } from '../menu.ts'
import { nextGuide, tourHasRun, useGuiding, type Guide } from './guides.ts'
import { useMark } from './use-mark.ts'

const loadDialog = async () => (await import('./GuideDialog.tsx')).GuideDialog

/** The guides that a user sees once, one after the other; the server stores which were seen (spec 1 §2.7). */
export function Onboarding({ routes }: { routes: Routes }) {
  const flags = useShell()?.guide
  const [hasRun] = useState(tourHasRun)
  const [over, setOver] = useState<ReadonlySet<Guide>>(new Set())
  const mark = useMark()
  const guide = flags ? nextGuide(flags, hasRun, over) : null
  useLayoutEffect(() => useGuiding.setState({ shown: guide !== null }), [guide])
  if (!flags || guide === null) return null
  const { versionNotes } = flags
  const end = () => {
    setOver(new Set([...over, guide]))
    if (guide !== 'moved') mark(guide, versionNotes?.version)
  }
  return <Fetched load={loadDialog} props={{ guide, routes, versionNotes, onEnd: end }} />
}
