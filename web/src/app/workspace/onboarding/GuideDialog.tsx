import { useSession } from '../../../lib/session.ts'
import type { Shell } from '../../../lib/shell.ts'
import type { Routes } from '../menu.ts'
import { keepTourRun, type Guide } from './guides.ts'
import { PerformanceGuide } from './PerformanceGuide.tsx'
import { Tour } from './Tour.tsx'
import { movedSteps, noviceSteps } from './tour-steps.ts'
import { VersionNotes } from './VersionNotes.tsx'

type GuideDialogProps = {
  guide: Guide
  routes: Routes
  /** The version notes; set while the guide is `version`. */
  versionNotes: Shell['guide']['versionNotes']
  onEnd: () => void
}

/** One of the guides that are shown once (spec 1 §2.7). */
export function GuideDialog({ guide, routes, versionNotes, onEnd }: GuideDialogProps) {
  if (guide === 'novice') return <NoviceTour routes={routes} onExit={onEnd} />
  if (guide === 'performance') return <PerformanceGuide onClose={onEnd} />
  if (guide === 'version') return <VersionNotes notes={versionNotes?.notes ?? []} onClose={onEnd} />
  return <Tour label="版本引导" steps={movedSteps(routes)} onExit={onEnd} />
}

/** The tour of the header; marked as done in this browser when it ends. */
export function NoviceTour({ routes, onExit }: { routes: Routes; onExit: () => void }) {
  const roles = useSession(({ user }) => user?.roles)
  const exit = () => {
    keepTourRun()
    onExit()
  }
  const steps = noviceSteps(routes, roles?.map(({ roleCode }) => roleCode) ?? [])
  return <Tour label="新手引导" steps={steps} onExit={exit} />
}
