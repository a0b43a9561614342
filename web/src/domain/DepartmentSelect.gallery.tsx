import type { GalleryEntry } from '../../gallery/entry.ts'
import { Hold } from '../../gallery/Hold.tsx'
import { DepartmentSelect } from './DepartmentSelect.tsx'
import { Field } from '../kit/Field.tsx'

export default {
  title: '部门',
  group: '选择',
  states: {
    '表单里，只选启用的': () => (
      <Hold<string | undefined> start={undefined}>
        {(value, onChange) => (
          <Field label="归属部门" required>
            {(control) => (
              <DepartmentSelect {...control} by="id" openOnly value={value} onChange={onChange} />
            )}
          </Field>
        )}
      </Hold>
    ),
    筛选栏: () => (
      <Hold<string | undefined> start="A01A02">
        {(value, onChange) => (
          <DepartmentSelect by="orgCode" label="部门" value={value} onChange={onChange} />
        )}
      </Hold>
    ),
    有错: () => (
      <Field label="归属部门" required error="此项为必填项">
        {(control) => <DepartmentSelect {...control} by="id" value={undefined} onChange={() => undefined} />}
      </Field>
    ),
    不能改: () => (
      <Field label="归属部门">
        {(control) => (
          <DepartmentSelect {...control} by="orgCode" value="A01" disabled onChange={() => undefined} />
        )}
      </Field>
    ),
  },
} satisfies GalleryEntry
