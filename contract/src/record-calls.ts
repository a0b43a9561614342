import { z } from 'zod'
import { callsOf, envelopeOf } from './call.ts'
import type { Entity } from './entities.ts'
import { id, joinedIds, named, sysPage, sysPageOf, text, version } from './fields.ts'
import type { PermissionCode } from './permissions.ts'

type Right = { readonly perm: PermissionCode }
// oxlint-disable-next-line typescript/no-generated-empty-object-type -- most records have no such field
type None = Record<never, never>

type Described<Fields, Row, New, Gone> = {
  /** What it is, in Chinese. */
  title: string
  path: `/${string}`
  /** Who may write it, and read it unless `read` says otherwise. */
  access: Right
  read?: Right | 'signedIn'
  /** Other titles than 新建…, 编辑… and so on. */
  titles?: Partial<Record<'detail' | 'add' | 'edit', string>>
  /** Of the form of both `add` and `edit`. */
  fields: Fields
  /** Fields that cannot change later. */
  onlyNew?: New
  /** The largest accepted form in KB, if it is not a usual one. */
  bodyKb?: number
  /** What a removal sends besides the id. */
  onRemoval?: Gone
  output: Row
}

/**
 * The calls about one record: `queryById` with GET, `add`, `edit` with PUT and `delete` with DELETE, as the Jeecg family
 * names them; of the `erp` envelope, `detail`, `add`, `edit` and `delete`. An edit sends the version that its form saw.
 */
export function recordCalls<
  Fields extends z.ZodRawShape,
  Row extends z.ZodType,
  New extends z.ZodRawShape = None,
  Gone extends z.ZodRawShape = None,
>(entity: Entity, record: Described<Fields, Row, New, Gone>) {
  const { command, query } = callsOf(entity)
  const { title, path, access, read = access, titles, fields, onlyNew, onRemoval, bodyKb, output } = record
  const body = bodyKb === undefined ? {} : { bodyKb }
  const isJeecg = envelopeOf(path) === 'sys'
  return {
    detail: query({
      title: titles?.detail ?? `${title}详情`,
      path: isJeecg ? `GET ${path}/queryById` : `${path}/detail`,
      access: read,
      input: z.object({ id }),
      output,
    }),
    add: command({
      title: titles?.add ?? `新建${title}`,
      path: `${path}/add`,
      access,
      ...body,
      input: z.object({ ...(onlyNew as New), ...fields }),
      output,
    }),
    edit: command({
      title: titles?.edit ?? `编辑${title}`,
      path: isJeecg ? `PUT ${path}/edit` : `${path}/edit`,
      access,
      ...body,
      input: z.object({ id, version, ...fields }),
      output,
    }),
    remove: command({
      title: `删除${title}`,
      path: isJeecg ? `DELETE ${path}/delete` : `${path}/delete`,
      access,
      input: z.object({ id, ...(onRemoval as Gone) }),
      output: z.null(),
    }),
  }
}

/** The same with the list of the records, by page and keyword; `filters` narrow it further. */
export function listedRecordCalls<
  Fields extends z.ZodRawShape,
  Row extends z.ZodType,
  Filters extends z.ZodRawShape = None,
>(entity: Entity, record: Described<Fields, Row, None, None> & { filters?: Filters; listed?: Entity[] }) {
  const { title, path, access, read = access, filters, listed = [entity], output } = record
  const list = callsOf(...listed).query({
    title: `${title}列表`,
    path: `GET ${path}/list`,
    access: read,
    input: z.object({ ...sysPage, keyword: named('关键词', text(64).default('')), ...(filters as Filters) }),
    output: sysPageOf(output),
  })
  return { list, ...recordCalls(entity, record) }
}

/** Removes several records of one kind, all of them or none; `ids` joined by commas, as the Jeecg family sends them. */
export const removalOfMany = (
  entity: Entity,
  { title, path, access }: { title: string; path: `/${string}`; access: Right },
) =>
  callsOf(entity).command({
    title: `批量删除${title}`,
    path: `DELETE ${path}/deleteBatch`,
    access,
    input: z.object({ ids: named(title, joinedIds) }),
    output: z.null(),
  })
