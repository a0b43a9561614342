import { z } from 'zod'
import { id, named, text } from './fields.ts'

/** The question "who can see this", for the list and its export; without a permission, who sees the place at all. */
export const holderFilter = {
  /** A page or a button. */
  permissionId: named('权限', id.optional()),
  psId: named('电站', id.optional()),
  depId: named('部门', id.optional()),
  keyword: named('关键词', text(64).default('')),
}

export const holderQuery = z.object(holderFilter)
export type HolderQuery = z.output<typeof holderQuery>
