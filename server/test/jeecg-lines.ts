import { expect } from 'vitest'
import type { Harness } from './harness.ts'

export type Row = Record<string, unknown> & { id: string }
export type Fields = Record<string, unknown>
/** What earlier rows found out. */
export const known: Record<string, string> = {}
/** Rows of lists, into which an edit form writes what was typed. */
export const rows: Record<string, Fields> = {}
export const id = expect.any(String) as string
export const some = <T>(row: T) => expect.arrayContaining([expect.objectContaining(row as object)]) as T[]

export type Line = [
  call: string,
  sends: (harness: Harness) => Fields,
  reads: unknown,
  /** Keeps what a later row needs. */
  keep?: (result: never) => void,
]

export const page = { column: 'createTime', order: 'desc', field: 'id,,,action', pageNo: 1, pageSize: 10 }
export const pageOf = (row: object) => ({
  records: some(row),
  total: expect.any(Number) as number,
  size: 10,
  current: 1,
  pages: expect.any(Number) as number,
})
export const treeNode = { key: id, title: id }

/** The first row of a page. */
export const keepRow =
  (name: string) =>
  ({ records }: { records: Fields[] }) =>
    (rows[name] = records[0]!)

export function texts(each: string): string[] {
  return expect.arrayContaining([each]) as string[]
}

export const departmentOf = ({ tenant }: Harness, code: string) => tenant.departments[code]!
