import { roleCalls } from '@heliodesk/contract/roles.ts'
import { saidWaiting, useFourEyes } from '../../domain/grant-reviews/use-four-eyes.ts'
import { formatNumber } from '../../kit/format.ts'
import { CodeField } from '../../kit/fields/CodeField.tsx'
import { LongTextField } from '../../kit/fields/LongTextField.tsx'
import { TextField } from '../../kit/fields/TextField.tsx'
import { FieldsDrawer } from '../../kit/FieldsDrawer.tsx'
import { useUnique } from '../../kit/use-checks.ts'
import type { OverlayProps } from '../../kit/use-overlays.tsx'
import { useRecordForm } from '../../kit/use-record-form.ts'
import type { Role } from './role.ts'

const fields = roleCalls.add.input
const calls = { add: roleCalls.copy, edit: roleCalls.edit, detail: roleCalls.detail }

/** The first code of this pattern that no listed role has. */
function freeCode(code: string, roles: readonly Role[]): string {
  const taken = new Set(roles.map(({ roleCode }) => roleCode))
  const stem = code.slice(0, 26)
  for (let n = 1; ; n += 1) {
    const proposed = n === 1 ? `${stem}_copy` : `${stem}_copy${n}`
    if (!taken.has(proposed)) return proposed
  }
}

type RoleCopyProps = OverlayProps & {
  role: Role
  /** All roles, so that the proposed code is free. */
  roles: readonly Role[]
  onSaved: (copy: Role) => void
}

/** A new role with the permissions and data roles of another one. */
export function RoleCopy({ role, roles, ...dialog }: RoleCopyProps) {
  const waits = useFourEyes()
  const { form, drawer } = useRecordForm(calls, dialog, {
    noun: '角色',
    verb: '复制',
    fields,
    start: {
      roleName: `${role.roleName.slice(0, 29)} 副本`,
      roleCode: freeCode(role.roleCode, roles),
      description: role.description,
    },
    beside: { roleId: role.id },
    nameOf: ({ roleName }) => roleName,
    said: ({ roleName }) =>
      waits
        ? saidWaiting(`角色“${roleName}”还没有权限，也没有成员`)
        : ['角色已复制', `${roleName}，还没有成员`],
  })
  const code = form.values.roleCode ?? ''
  const isCode = fields.shape.roleCode.safeParse(code).success
  const taken = useUnique('sys_role.role_code', isCode ? code : '', undefined)
  return (
    <FieldsDrawer {...drawer} checks={[taken]}>
      <p className="t2 s13">
        复制“{role.roleName}”的 {formatNumber(role.permissionCount)} 项权限和数据角色，不复制成员。
      </p>
      <TextField {...form.field('roleName')} label="角色名称" required autoFocus />
      <CodeField
        {...form.field('roleCode')}
        label="角色编码"
        error={form.errorOf('roleCode') ?? taken}
        kept={null}
      />
      <LongTextField {...form.field('description')} label="描述" rows={3} mostRows={6} />
    </FieldsDrawer>
  )
}
