import { importColumns } from '@heliodesk/contract/data-import.ts'
import { sql } from 'kysely'
import { isUnder } from '../../kernel/scope.ts'
import { ownDepartments } from '../departments/index.ts'
import { mayGive } from '../roles/index.ts'
import { findHolders, type NewPerson } from '../users/index.ts'
import type { Department, ImportCtx } from './facts.ts'
import { addFinding, type Findings } from './findings.ts'
import type { UserRow } from './users-file.ts'

export type UserPlan = { add: NewPerson[]; knownCount: number }

type Column = keyof (typeof importColumns)['users']
type Named = { id: string; name: string; code: string }
const titles = importColumns.users

/** Determines which rows are new people. Who is known in the company already stays as they are. */
export async function planUsers(
  ctx: ImportCtx,
  department: Department,
  rows: readonly UserRow[],
  findings: Findings,
): Promise<UserPlan> {
  const departments = await findDepartments(ctx, department)
  const roles = await findRoles(ctx)
  const positions = await findPositions(ctx)
  const holders = await findHolders(ctx, rows)
  const workNos = await findWorkNos(ctx, rows)
  const plan: UserPlan = { add: [], knownCount: 0 }
  for (const row of rows) {
    let isBad = false
    const refuse = (column: Column, message: string) => {
      addFinding(findings, { row: row.row, level: 'error', field: titles[column].title, message })
      isBad = true
    }
    if (holders.username(row) === 'colleague') {
      plan.knownCount += 1
      continue
    }
    const place = placeOf(row, department, departments, refuse)
    const given = row.roles.flatMap((each) => roleOf(each, roles, refuse))
    const held = row.positions.flatMap((each) => positionOf(each, positions, refuse))
    if (holders.username(row)) refuse('username', holders.says('username', row))
    if (holders.phone(row)) refuse('phone', holders.says('phone', row))
    if (row.workNo !== null && workNos.has(row.workNo)) refuse('workNo', '工号已存在')
    if (isBad || place === null) continue
    const { username, realname, phone, workNo } = row
    const positionIds = [...new Set(held)]
    plan.add.push({ username, realname, phone, workNo, departmentId: place.id, roleIds: given, positionIds })
  }
  return plan
}

type Refuse = (column: Column, message: string) => void

function placeOf(
  { department }: UserRow,
  chosen: Department,
  departments: ReadonlyMap<string, Named[]>,
  refuse: Refuse,
): { id: string } | null {
  if (department === null) return chosen
  const found = departments.get(department) ?? []
  const [only] = found
  if (only && found.length === 1) return only
  refuse(
    'department',
    only
      ? `有 ${found.length} 个部门叫“${department}”，请填写部门编码，如 ${only.code}`
      : `所选部门及下级没有在用的部门“${department}”`,
  )
  return null
}

function roleOf(
  name: string,
  roles: ReadonlyMap<string, (Named & { givable: boolean })[]>,
  refuse: Refuse,
): string[] {
  const found = roles.get(name) ?? []
  const [only] = found
  if (only && found.length === 1) {
    if (only.givable) return [only.id]
    refuse('roles', `角色“${name}”含有您没有的权限，不能授予`)
    return []
  }
  refuse('roles', only ? `有 ${found.length} 个角色叫“${name}”，请填写角色编码` : `没有角色“${name}”`)
  return []
}

function positionOf(name: string, positions: ReadonlyMap<string, Named[]>, refuse: Refuse): string[] {
  const found = positions.get(name) ?? []
  const [only] = found
  if (only && found.length === 1) return [only.id]
  refuse('positions', only ? `有 ${found.length} 个岗位叫“${name}”，请填写岗位编码` : `没有岗位“${name}”`)
  return []
}

/** The departments from the chosen one on, by name and code; locked, so that none is removed meanwhile. */
async function findDepartments({ db, who }: ImportCtx, { code }: Department) {
  const { rows } = await sql<Named>`
    select d.id, d.name, d.org_code as code from department d
    where d.status = '1' and ${isUnder('d.org_code', code)} and ${ownDepartments(who, 'd.org_code')} for key share`.execute(
    db,
  )
  return byNames(rows)
}

async function findRoles({ db, who }: ImportCtx) {
  const { rows } = await sql<Named & { givable: boolean }>`
    select r.id, r.role_name as name, r.role_code as code, ${mayGive(who, 'r')} as givable from role r for key share`.execute(
    db,
  )
  return byNames(rows)
}

/** Locked, so that none is removed meanwhile. */
async function findPositions({ db }: ImportCtx) {
  const { rows } = await sql<Named>`select id, name, code from job_position for key share`.execute(db)
  return byNames(rows)
}

async function findWorkNos({ db }: ImportCtx, rows: readonly UserRow[]): Promise<Set<string>> {
  const wanted = rows.flatMap(({ workNo }) => workNo ?? [])
  const { rows: found } = await sql<{ workNo: string }>`
    select work_no as "workNo" from app_user where work_no = any(${wanted}::text[])`.execute(db)
  return new Set(found.map(({ workNo }) => workNo))
}

/** By name and by code; what has the same word as both counts once. */
function byNames<T extends Named>(rows: readonly T[]): Map<string, T[]> {
  const found = new Map<string, T[]>()
  for (const row of rows)
    for (const word of new Set([row.name, row.code])) found.set(word, [...(found.get(word) ?? []), row])
  return found
}
