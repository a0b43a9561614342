import { importKind, importRights, type ImportKind } from '@heliodesk/contract/data-import.ts'
import { permissionTitles } from '@heliodesk/contract/permissions.ts'
import { has, useGrants, type Grants } from '../../lib/permission.tsx'

const missing = (grants: Grants, kind: ImportKind) =>
  importRights[kind].filter((right) => !has(grants, right))

/** The kinds of files whose records the user may also create manually. */
export function usePermittedKinds(): ImportKind[] {
  const grants = useGrants()
  return importKind.options.filter((kind) => missing(grants, kind).length === 0)
}

/** Why the user may not import this kind, or null. */
export function useKindRefusal(kind: ImportKind): string | null {
  const grants = useGrants()
  const titles = missing(grants, kind).map((right) => `“${permissionTitles[right]}”`)
  return titles.length > 0 ? `需要${titles.join('和')}权限` : null
}
