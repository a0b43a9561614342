import { z } from 'zod'
import { callsOf } from './call.ts'
import type { Entity } from './entities.ts'
import { id, version } from './fields.ts'
import type { PermissionCode } from './permissions.ts'

type Right = { readonly perm: PermissionCode }

/**
 * The calls about one record as the Jeecg family names them: `queryById`, `add`, `edit` and `delete` below `path`. An
 * edit sends the version that its form saw.
 */
export function recordCalls<
  Fields extends z.ZodRawShape,
  Row extends z.ZodType,
  // oxlint-disable-next-line typescript/no-generated-empty-object-type -- most records have no such field
  New extends z.ZodRawShape = Record<never, never>,
>(
  entity: Entity,
  record: {
    /** What it is, in Chinese. */
    title: string
    path: string
    /** Who may write it, and read it unless `read` says otherwise. */
    access: Right
    read?: Right
    /** Of the form of both `add` and `edit`. */
    fields: Fields
    /** Fields that cannot change later. */
    onlyNew?: New
    output: Row
  },
) {
  const { command, query } = callsOf(entity)
  const { title, path, access, read = access, fields, onlyNew, output } = record
  return {
    detail: query({
      title: `${title}详情`,
      path: `${path}/queryById`,
      method: 'GET',
      access: read,
      input: z.object({ id }),
      output,
    }),
    add: command({
      title: `新建${title}`,
      path: `${path}/add`,
      access,
      input: z.object({ ...(onlyNew as New), ...fields }),
      output,
    }),
    edit: command({
      title: `编辑${title}`,
      path: `${path}/edit`,
      method: 'PUT',
      access,
      input: z.object({ id, version, ...fields }),
      output,
    }),
    remove: command({
      title: `删除${title}`,
      path: `${path}/delete`,
      method: 'DELETE',
      access,
      input: z.object({ id }),
      output: z.null(),
    }),
  }
}
