import { own } from '@heliodesk/contract/own.ts'
import { permissionTitles } from '@heliodesk/contract/permissions.ts'

/** Whoever holds a permission. */
export const rightInWords = (code: string): string => `有“${own(permissionTitles, code) ?? code}”权限的人`
