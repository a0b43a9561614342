import type { GalleryEntry } from '../../gallery/entry.ts'
import { HeldField, Hold } from '../../gallery/Hold.tsx'
import { DepartmentSelect } from './DepartmentSelect.tsx'

export default {
  title: '部门',
  group: '选择',
  states: {
    '表单里，只选启用的': () => (
      <HeldField<string | undefined> label="归属部门" required start={undefined}>
        {(input) => <DepartmentSelect {...input} by="id" openOnly />}
      </HeldField>
    ),
    筛选栏: () => (
      <Hold<string | undefined> start="A01A02">
        {(value, onChange) => (
          <DepartmentSelect by="orgCode" label="部门" value={value} onChange={onChange} />
        )}
      </Hold>
    ),
    有错: () => (
      <HeldField<string | undefined> label="归属部门" required error="此项为必填项" start={undefined}>
        {(input) => <DepartmentSelect {...input} by="id" />}
      </HeldField>
    ),
    不能改: () => (
      <HeldField<string | undefined> label="归属部门" start="A01">
        {(input) => <DepartmentSelect {...input} by="orgCode" disabled />}
      </HeldField>
    ),
  },
} satisfies GalleryEntry
