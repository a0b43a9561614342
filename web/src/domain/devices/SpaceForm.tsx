import type { Received } from '@heliodesk/contract/call.ts'
import { spaceCalls, spaceKinds, type SpaceNode } from '@heliodesk/contract/spaces.ts'
import { SelectField } from '../../kit/fields/SelectField.tsx'
import { TextField } from '../../kit/fields/TextField.tsx'
import { FieldsDrawer } from '../../kit/FieldsDrawer.tsx'
import { spaceChoices } from './space-choices.ts'
import { useRecordForm, type RecordFormProps } from '../../kit/use-record-form.ts'
import { useSearchBy } from '../../lib/pinyin.ts'

type SpaceFormProps = RecordFormProps<Received<typeof spaceCalls.detail>, { id: string }> & {
  psId: string
  /** The parent of a new space. */
  parentId?: string
  /** The station's spaces. */
  tree: readonly SpaceNode[]
}

/** A form for a new or an existing space. */
export function SpaceForm({ psId, parentId, tree, ...dialog }: SpaceFormProps) {
  const { form, seen, drawer } = useRecordForm(spaceCalls, dialog, {
    noun: '区域',
    fields: spaceCalls.edit.input.omit({ id: true, version: true }),
    start: { parentSpaceId: parentId, kind: parentId ? '2' : '1' },
    valuesOf: ({ name, kind, parentId: parent }) => ({ name, kind, parentSpaceId: parent ?? undefined }),
    beside: { psId },
    nameOf: ({ name }) => name,
    faults: { 'space.name_taken': ['name', 'parentSpaceId'] },
  })
  return (
    <FieldsDrawer {...drawer} title={seen ? `编辑区域 ${seen.name}` : drawer.title}>
      <TextField
        {...form.field('name')}
        label="区域名称"
        required
        autoFocus
        placeholder="如 光伏区、3号方阵"
      />
      <SelectField {...form.field('kind')} label="区域类型" required choices={spaceKinds} />
      <SelectField
        {...form.field('parentSpaceId')}
        label="上级区域"
        allowClear
        placeholder="不选则直属电站"
        showSearch={useSearchBy('label')}
        choices={spaceChoices(tree, seen?.id)}
      />
    </FieldsDrawer>
  )
}
