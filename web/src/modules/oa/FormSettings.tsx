import { departmentCalls } from '@heliodesk/contract/departments.ts'
import { partsOf } from '@heliodesk/contract/form-fields.ts'
import { paths } from '@heliodesk/contract/paths.ts'
import { flattenDepartments } from '../../domain/department-tree.ts'
import { SelectManyField } from '../../kit/fields/SelectManyField.tsx'
import { TextField } from '../../kit/fields/TextField.tsx'
import { useCall } from '../../lib/queries.ts'
import type { Design, DesignedForm } from './design.ts'
import css from '../../domain/form-design/design-pane.module.css'

type FormSettingsProps = { design: Design; form: DesignedForm; onChange: (design: Design) => void }

/** What the form is called, what lists call its requests, and who may start it. */
export function FormSettings({ design, form, onChange }: FormSettingsProps) {
  const { definition, about, roleIds, departmentIds } = design
  const departments = useCall(departmentCalls.tree, {})
  const set = (changed: Partial<Design>) => onChange({ ...design, ...changed })
  const define = (changed: object) => set({ definition: { ...definition, ...changed } })
  const placeholders = definition.fields.flatMap((field) =>
    field.kind === 'files' ? [] : partsOf(field).slice(field.kind === 'table' ? 1 : 0),
  )
  return (
    <div className={`fields ${css.settings}`}>
      <TextField
        label="表单名称"
        required
        maxLength={30}
        value={definition.name}
        onChange={(name) => define({ name })}
      />
      <TextField
        label="说明"
        maxLength={60}
        hint="显示在发起流程的卡片上"
        value={about}
        onChange={(next) => set({ about: next })}
      />
      <TextField
        className="wide"
        label="标题模板"
        required
        maxLength={100}
        hint={`{applicant} 申请人，${placeholders.map(({ key, label }) => `{${key}} ${label}`).join('，')}`}
        value={definition.title}
        onChange={(title) => define({ title })}
      />
      <Several
        label="可发起的角色"
        choices={form.roles.map(({ id, name }) => ({ value: id, label: name }))}
        value={roleIds}
        onChange={(chosen) => set({ roleIds: chosen })}
      />
      <Several
        label="可发起的部门"
        hint="包括下级部门"
        choices={flattenDepartments(departments.data ?? []).map(({ node }) => ({
          value: node.id,
          label: node.departName,
        }))}
        value={departmentIds}
        onChange={(chosen) => set({ departmentIds: chosen })}
      />
      <p className="wide t2 s13">
        编号前缀 <b>{form.prefix}</b>，每天从 001 起连续编号。审批流程在
        <a className="link" href={paths.processes.href({ process: form.key })}>
          流程设计
        </a>
        中修改。
      </p>
    </div>
  )
}

type SeveralProps = {
  label: string
  hint?: string
  choices: { value: string; label: string }[]
  value: readonly string[]
  onChange: (chosen: string[]) => void
}

/** Several of the given; none means everybody. What was removed elsewhere stays until it is taken out. */
function Several({ label, hint, choices, value, onChange }: SeveralProps) {
  const gone = value
    .filter((id) => choices.length > 0 && !choices.some((choice) => choice.value === id))
    .map((id) => ({ value: id, label: '已删除' }))
  return (
    <SelectManyField
      label={label}
      hint={hint}
      placeholder="全部"
      allowClear
      choices={[...choices, ...gone]}
      value={value}
      onChange={onChange}
    />
  )
}
