import { Download } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Button } from '../kit/Button.tsx'
import { useAct } from '../kit/use-act.ts'
import { useOverlays } from '../kit/use-overlays.tsx'
import { has, useGrants } from '../lib/permission.tsx'
import type { PermissionCode } from '@heliodesk/contract/permissions.ts'
import { lazily } from '../kit/lazily.tsx'

const ExportDialog = lazily(async () => (await import('./ExportDialog.tsx')).ExportDialog)

type ExportButtonProps = Omit<ComponentProps<typeof ExportDialog>, 'open' | 'onClose'> & {
  code?: PermissionCode
  /** The words of a second export on a page, which the address does not open. */
  text?: string
  size?: 'sm'
}

/** The 导出 button for users with the permission; the dialog is loaded when it is opened. */
export function ExportButton({ code, text, size, ...wanted }: ExportButtonProps) {
  const { show, shown } = useOverlays({ export: (overlay) => <ExportDialog {...wanted} {...overlay} /> })
  const may = useGrants((grants) => code === undefined || has(grants, code))
  useAct('export', may && text === undefined ? () => show('export') : null)
  return (
    <>
      <Button icon={Download} size={size} code={code} onClick={() => show('export')}>
        {text ?? '导出'}
      </Button>
      {shown}
    </>
  )
}
