import type { Received } from '@heliodesk/contract/call.ts'
import { spaceCalls, spaceKinds, type SpaceKind, type SpaceNode } from '@heliodesk/contract/spaces.ts'
import { Select } from 'antd'
import { Field } from '../../kit/Field.tsx'
import { TextField } from '../../kit/fields/TextField.tsx'
import { FieldsDrawer } from '../../kit/FieldsDrawer.tsx'
import { useRecordForm, type RecordFormProps } from '../../kit/use-record-form.ts'

type SpaceFormProps = RecordFormProps<Received<typeof spaceCalls.detail>> & {
  psId: string
  /** The parent of a new space. */
  parentId?: string
  /** The station's spaces. */
  tree: readonly SpaceNode[]
}

const kinds = Object.entries(spaceKinds).map(([value, label]) => ({ value, label }))

type Choice = { value: string; label: string }

/** The possible parents of a space: all except itself and its descendants. */
const parentsFor = (nodes: readonly SpaceNode[], self: string | undefined, above = ''): Choice[] =>
  nodes
    .filter(({ id }) => id !== self)
    .flatMap(({ id, name, children }) => {
      const label = above ? `${above}/${name}` : name
      return [{ value: id, label }, ...parentsFor(children, self, label)]
    })

/** A form for a new or an existing space. */
export function SpaceForm({ psId, parentId, tree, ...dialog }: SpaceFormProps) {
  const { form, seen, drawer } = useRecordForm({
    ...dialog,
    noun: '区域',
    fields: spaceCalls.edit.input.omit({ id: true, version: true }),
    start: { parentSpaceId: parentId, kind: parentId ? '2' : '1' },
    valuesOf: ({ name, kind, parentId: parent }) => ({ name, kind, parentSpaceId: parent ?? undefined }),
    send: dialog.opened ? spaceCalls.edit : spaceCalls.add,
    beside: { psId },
    read: spaceCalls.detail,
    nameOf: ({ name }) => name,
    faults: { 'space.name_taken': ['name', 'parentSpaceId'] },
  })
  const { values, set, errorOf } = form
  return (
    <FieldsDrawer {...drawer} title={seen ? `编辑区域 ${seen.name}` : drawer.title}>
      <TextField
        {...form.field('name')}
        label="区域名称"
        required
        autoFocus
        placeholder="如 光伏区、3号方阵"
      />
      <Field label="区域类型" required error={errorOf('kind')}>
        {(control) => (
          <Select
            {...control}
            options={kinds}
            value={values.kind}
            onChange={(value: SpaceKind) => set('kind', value)}
          />
        )}
      </Field>
      <Field label="上级区域" error={errorOf('parentSpaceId')}>
        {(control) => (
          <Select
            {...control}
            allowClear
            placeholder="不选则直属电站"
            showSearch={{ optionFilterProp: 'label' }}
            options={parentsFor(tree, seen?.id)}
            value={values.parentSpaceId}
            onChange={(value?: string) => set('parentSpaceId', value)}
          />
        )}
      </Field>
    </FieldsDrawer>
  )
}
