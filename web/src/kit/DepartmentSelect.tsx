import { departmentCalls } from '@heliodesk/contract/departments.ts'
import { Select } from 'antd'
import { useCall } from '../lib/queries.ts'
import { flattenDepartments } from './department-tree.ts'
import type { FieldControl } from './Field.tsx'
import './department-select.css'

type DepartmentSelectProps = Partial<FieldControl> & {
  value: string | undefined
  onChange: (value: string | undefined) => void
  /** What stands for a department: filters use the code, forms the id. */
  by: 'id' | 'orgCode'
  /** Inside the field, before the value. */
  label?: string
  /** Departments that are out of use may not be chosen. */
  openOnly?: boolean
  disabled?: boolean
  onBlur?: () => void
}

/** One department out of the user's data scope, drawn as the tree that it is. */
export function DepartmentSelect({
  value,
  onChange,
  by,
  label,
  openOnly = false,
  ...rest
}: DepartmentSelectProps) {
  const tree = useCall(departmentCalls.tree, {})
  const options = flattenDepartments(tree.data ?? []).map(({ node, depth, above }) => ({
    value: node[by],
    label: node.departName,
    depth,
    path: above.map(({ departName }) => departName).join(' / '),
    closed: node.status === '2',
    disabled: openOnly && node.status === '2' && node[by] !== value,
  }))
  return (
    <Select
      {...rest}
      className="department-select"
      prefix={label}
      aria-label={label}
      placeholder={label ? '全部' : '请选择部门'}
      allowClear={label !== undefined}
      showSearch={{ optionFilterProp: 'label' }}
      loading={tree.isPending}
      notFoundContent={tree.isPending ? '正在查找…' : tree.error ? '部门没有取到' : '没有符合的部门'}
      popupMatchSelectWidth={320}
      options={options}
      optionRender={({ data }) => <Option {...data} />}
      value={tree.data ? value : undefined}
      onChange={onChange}
    />
  )
}

type OptionProps = { label: string; depth: number; path: string; closed: boolean }

function Option({ label, depth, path, closed }: OptionProps) {
  return (
    <span
      className="department-option"
      style={{ paddingLeft: `calc(${depth} * var(--tree-indent))` }}
      title={path || undefined}
    >
      {label}
      {closed && <span className="t3 s12">已停用</span>}
    </span>
  )
}
