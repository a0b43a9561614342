import { departmentCalls } from '@heliodesk/contract/departments.ts'
import { useCall } from '../lib/queries.ts'
import { flattenDepartments } from './department-tree.ts'
import { cutName, TreeField, useTreeField, type TreeFieldControl } from './org-tree/TreeField.tsx'
import { lazily } from '../kit/lazily.tsx'

const DepartmentPopup = lazily(async () => (await import('./org-tree/DepartmentPopup.tsx')).DepartmentPopup)

type DepartmentSelectProps = TreeFieldControl & {
  value: string | undefined
  onChange: (value: string | undefined) => void
  /** Which identifier the value holds: filters use the code, forms the id. */
  by: 'id' | 'orgCode'
  /** Shown inside the field, before the value. */
  label?: string
  placeholder?: string
  /** Disabled departments cannot be chosen. */
  openOnly?: boolean
}

/** Selects one department in the user's data scope. The tree behind it is loaded when it is needed. */
export function DepartmentSelect({
  value,
  onChange,
  by,
  label,
  placeholder = label ? '全部' : '请选择部门',
  openOnly = false,
  disabled = false,
  ...control
}: DepartmentSelectProps) {
  const { data } = useCall(departmentCalls.tree, {})
  const at = useTreeField(disabled)
  const nameOf = (key: string) =>
    data ? (flattenDepartments(data).find(({ node }) => node[by] === key)?.node.departName ?? key) : '…'
  const name = label ?? '部门'
  return (
    <>
      <TreeField
        {...control}
        at={at}
        disabled={disabled}
        name={name}
        label={label}
        filled={value !== undefined}
        text={
          <span className={value === undefined ? 't3 ell' : 'ell'}>
            {value === undefined ? placeholder : cutName(nameOf(value))}
          </span>
        }
        onClear={() => onChange(undefined)}
      />
      {at.open && (
        <DepartmentPopup
          anchor={at.anchor}
          label={name}
          value={value}
          by={by}
          mayChoose={(node) => !openOnly || node.status === '1' || node[by] === value}
          onChoose={(chosen) => {
            onChange(chosen)
            at.close()
          }}
          onClose={at.close}
        />
      )}
    </>
  )
}
