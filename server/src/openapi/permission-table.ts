import type { Call } from '@heliodesk/contract/call.ts'
import { permissionTitles, type PermissionCode } from '@heliodesk/contract/permissions.ts'
import type { Module } from '../kernel/context.ts'
import { standardRoles, type RoleCode } from '../standard-roles.ts'

const roles = Object.entries(standardRoles).map(([code, { name, codes }]) => ({
  code: code as RoleCode,
  name,
  held: new Set<string>(codes),
}))

/** The permissions that a call always requires; none for public calls and those for everybody signed in. */
const rightsOf = ({ access }: Call): PermissionCode[] => (typeof access === 'object' ? [access.perm] : [])

/** Whether people with a standard role, as it is seeded, may call it with any input. */
export const isAnsweredTo = (role: RoleCode, call: Call): boolean =>
  rightsOf(call).every((right) => new Set<string>(standardRoles[role].codes).has(right))

const quoted = (right: PermissionCode) => `${permissionTitles[right]} \`${right}\``

function accessOf(call: Call): string {
  if (call.access === 'public') return '无需登录'
  const base = rightsOf(call).map(quoted).join('、') || '登录即可'
  const besides = Object.entries(call.besides).map(
    ([what, rights]) => `${what}：${rights.map(quoted).join('、') || '无需另外的权限'}`,
  )
  const first = call.withFirstPassword ? ['初始密码未改也可'] : []
  return [base, ...besides, ...first].join('；')
}

const cell = (text: string) => text.replaceAll('|', '\\|')

/** A Markdown document: all calls, the permissions they require, and the standard roles that may use them. */
export function permissionTable(modules: readonly Module[]): string {
  const head = ['调用', '用途', '需要', ...roles.map(({ name }) => name)]
  const rows = modules.flatMap((module) =>
    Object.values<Call>(module.calls).map((call) => [
      `\`${call.method} ${call.path}\``,
      `${call.kind === 'query' ? '读' : '写'}：${call.title}`,
      accessOf(call),
      ...roles.map(({ code, held }) => markOf(call, code, held)),
    ]),
  )
  const lines = [head, head.map(() => '---'), ...rows]
  return `${INTRODUCTION}\n${lines.map((line) => `| ${line.map(cell).join(' | ')} |`).join('\n')}\n`
}

/** ● for any input, ◐ for some inputs, empty for none. */
function markOf(call: Call, role: RoleCode, held: ReadonlySet<string>): string {
  if (!isAnsweredTo(role, call)) return ''
  const ways = Object.values(call.besides)
  const open = ways.filter((rights) => rights.every((right) => held.has(right)))
  if (open.length === ways.length) return '●'
  return open.length > 0 ? '◐' : ''
}

const INTRODUCTION = `# Who may call what

Made from the contract by \`npm run -s permissions > docs/permissions.md\`; the gate fails when it is out of date. The marks
stand for the roles as they are seeded: ● is answered, ◐ for some of what the call may be about (the rights behind each are
named), nothing is refused. A company may give its roles other rights. Whoever is answered sees data within the own scope.
`
