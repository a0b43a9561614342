import { earthActions, earthRefusal, type Earth, type EarthAction } from '@heliodesk/contract/earths.ts'
import { FlaskConical, PackageCheck, Pencil, Trash2 } from 'lucide-react'
import type { ListAction, RowAction } from '../../kit/page-table/RowActions.tsx'
import { useOverlays } from '../../kit/use-overlays.tsx'
import { useCan } from '../../lib/permission.tsx'
import { EarthForm } from './EarthForm.tsx'
import { ReceiveEarth, ScrapEarth, TestEarth } from './EarthSteps.tsx'

const icons = { test: FlaskConical, receive: PackageCheck, scrap: Trash2 } as const

/** The user's actions on an earth with their dialogs, the next one first. */
export function useEarthActions() {
  const mayEdit = useCan('earth:edit')
  const { show, shown } = useOverlays({
    add: (overlay) => <EarthForm {...overlay} />,
    edit: (overlay, { id }: Earth) => <EarthForm {...overlay} asked={{ id }} />,
    test: (overlay, opened: Earth) => <TestEarth {...overlay} opened={opened} />,
    receive: (overlay, opened: Earth) => <ReceiveEarth {...overlay} opened={opened} />,
    scrap: (overlay, opened: Earth) => <ScrapEarth {...overlay} opened={opened} />,
  })
  const stepsOf = (earth: Earth): RowAction[] =>
    (Object.keys(earthActions) as EarthAction[]).map((action) => ({
      key: action,
      title: earthActions[action].title,
      icon: icons[action],
      refusal: earthRefusal(action, earth),
      danger: action === 'scrap',
      run: () => show(action, earth),
    }))
  const editOf = (earth: Earth): RowAction => ({
    key: 'edit',
    title: '编辑',
    icon: Pencil,
    refusal: earthRefusal('edit', earth),
    run: () => show('edit', earth),
  })
  const actionsOf = (earth: Earth): ListAction[] => {
    if (!mayEdit) return []
    const [test, receive, scrap] = stepsOf(earth) as [RowAction, RowAction, RowAction]
    // A switch is edited or scrapped; sending it to a test is no step of it.
    return earth.kind === 'switch' ? [editOf(earth), scrap] : [editOf(earth), test, receive, scrap]
  }
  return { actionsOf, add: () => show('add'), edit: (earth: Earth) => show('edit', earth), shown }
}
