import { useState, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { hasUnsaved, useUnsavedEntries } from '../lib/unsaved.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'

/** Asks before the unsaved values of a form beside a list are given up for something else. */
export function useLeaving(): { leave: (go: () => void) => void; shown: ReactNode } {
  const { pathname } = useLocation()
  const [asked, setAsked] = useState<{ go: () => void } | null>(null)
  const leave = (go: () => void) => {
    if (hasUnsaved(useUnsavedEntries.getState(), pathname)) setAsked({ go })
    else go()
  }
  const shown = (
    <ConfirmDialog
      open={asked !== null}
      title="数据尚未保存，是否确定关闭?"
      verb="确定"
      onConfirm={() => {
        setAsked(null)
        asked?.go()
      }}
      onCancel={() => setAsked(null)}
    />
  )
  return { leave, shown }
}
