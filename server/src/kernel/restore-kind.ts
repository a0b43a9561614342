import { own } from '@heliodesk/contract/own.ts'
import type { PermissionCode } from '@heliodesk/contract/permissions.ts'
import { isDeepStrictEqual } from 'node:util'
import { DomainError, type Ctx } from './context.ts'

/** A field that an edit changed, by its column, as the audit log has it. */
export type Changed = { column: string; before: unknown; after: unknown }

/** How an edit of one kind of record is taken back: by the edit itself, with its right and its rules. */
export type RestoreKind = {
  right: (record: string) => PermissionCode
  restore: (ctx: Ctx, record: string, changed: readonly Changed[]) => Promise<void>
}

const kinds = new Map<string, RestoreKind>()

/** `object` is the table. Only for records whose fields mean the same on any day. */
export function offerRestore(object: string, kind: RestoreKind): void {
  kinds.set(object, kind)
}

export const restoreKindOf = (object: string): RestoreKind | undefined => kinds.get(object)

export const changedSince = (title: string): DomainError =>
  new DomainError('audit.changed_since', `“${title}”在这之后又改过，请从最新的修改恢复`)

type Form = Record<string, unknown> & { id: string; version: number }

type Fields<Row> = {
  right: PermissionCode
  /** The fields of the form by their columns; an edit that changed others as well is not taken back. */
  fields: Readonly<Record<string, string>>
  read: (ctx: Ctx, id: string) => Promise<Row>
  edit: (ctx: Ctx, form: never) => Promise<unknown>
}

/** Of a record with a form: the form of now, with the earlier values. */
export const restoredByForm = <Row extends object>({
  right,
  fields,
  read,
  edit,
}: Fields<Row>): RestoreKind => ({
  right: () => right,
  async restore(ctx, record, changed) {
    const form = { ...(await read(ctx, record)) } as Form
    for (const { column, before, after } of changed) {
      const field = own(fields, column)
      if (field === undefined)
        throw new DomainError('audit.not_restorable', `这次修改涉及“${column}”，不能按旧值恢复`)
      if (!isDeepStrictEqual(own(form, field) ?? null, after ?? null)) throw changedSince(column)
      Object.assign(form, { [field]: before })
    }
    await edit(ctx, form as never)
  },
})
