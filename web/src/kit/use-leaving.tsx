import { useState, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { hasUnsaved, useUnsavedEntries } from '../lib/unsaved.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'

/** Asks before the unsaved values of a form beside a list are given up for something else. */
export function useLeaving(): { leave: (then: () => void) => void; shown: ReactNode } {
  const { pathname } = useLocation()
  const [asked, setAsked] = useState<{ then: () => void } | null>(null)
  const leave = (then: () => void) => {
    if (hasUnsaved(useUnsavedEntries.getState(), pathname)) setAsked({ then })
    else then()
  }
  const shown = (
    <ConfirmDialog
      open={asked !== null}
      title="数据尚未保存，是否确定关闭?"
      verb="确定"
      onConfirm={() => {
        setAsked(null)
        asked?.then()
      }}
      onCancel={() => setAsked(null)}
    />
  )
  return { leave, shown }
}
