import { sql } from 'kysely'
import type { Db } from '../../platform/postgres.ts'
import { compiledFrom } from './definitions.ts'
import type { Node } from './engine/process.ts'

export type NamingProcess = { key: string; name: string; version: number }

/**
 * The versions whose steps ask or tell the head of a department by its id, of those that start new instances or that
 * something still runs by. The file is searched first, as most name no department.
 */
export async function processesNaming(db: Db, departmentId: string): Promise<NamingProcess[]> {
  const { rows } = await sql<NamingProcess & { id: string; sha256: Buffer }>`
    select d.id, d.key, d.name, d.version, d.sha256 from process_definition d
    where strpos(d.xml, 'candidateHeads') > 0 and strpos(d.xml, ${departmentId}) > 0 and (
      d.active and not exists (
        select from process_definition newer
        where newer.tenant_id = d.tenant_id and newer.key = d.key and newer.active and newer.version > d.version)
      or exists (
        select from process_instance i
        where i.tenant_id = d.tenant_id and i.definition_id = d.id and i.status = 'running'))
    order by d.key, d.version`.execute(db)
  const naming: NamingProcess[] = []
  for (const { id, sha256, key, name, version } of rows) {
    const { process } = await compiledFrom(db, { id, sha256 })
    if ([...process.nodes.values()].some((node) => namesDepartment(node, departmentId)))
      naming.push({ key, name, version })
  }
  return naming
}

/** Heads are expressions, in which an id is a text. */
const namesDepartment = (node: Node, id: string): boolean =>
  (node.kind === 'user' || node.kind === 'copy') &&
  node.actors.heads.some(({ text }) => text.includes(`"${id}"`))
