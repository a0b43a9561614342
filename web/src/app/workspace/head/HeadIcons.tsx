import { paths } from '@heliodesk/contract/paths.ts'
import { MonitorPlay } from 'lucide-react'
import { FieldBadge } from '../../../domain/field/FieldBadge.tsx'
import type { Routes } from '../menu.ts'
import { Assistant } from './Assistant.tsx'
import { Bell } from './Bell.tsx'
import { holds } from './entitlement.ts'
import { Mailbox } from './Mailbox.tsx'

/** The header's icons, each shown if the menu contains it (spec 1 §2.5). */
export function HeadIcons({ routes: { menu, flags } }: { routes: Routes }) {
  return (
    <>
      <FieldBadge />
      {flags.JDScreen && (
        <a
          className="ib"
          href={paths.bigScreenJd.href()}
          target="_blank"
          aria-label="京东大屏（新窗口）"
          title="京东大屏"
        >
          <MonitorPlay className="i" aria-hidden />
        </a>
      )}
      {flags.AIGC && <Assistant />}
      {holds(menu, paths.mail.path) && <Mailbox />}
      {holds(menu, paths.messages.path) && <Bell />}
    </>
  )
}
