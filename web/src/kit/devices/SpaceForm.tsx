import { spaceCalls, spaceKinds, type SpaceKind, type SpaceNode } from '@heliodesk/contract/spaces.ts'
import { Select } from 'antd'
import { Field } from '../Field.tsx'
import { TextField } from '../fields/TextField.tsx'
import { FieldsDrawer } from '../FieldsDrawer.tsx'
import { useForm } from '../use-form.ts'
import { useSaving } from '../use-saving.ts'
import { useReadAgain, useSeen } from '../use-seen.ts'

export type SpaceRequest =
  | { kind: 'add'; psId: string; parent: SpaceNode | null }
  | { kind: 'edit'; node: SpaceNode }

type SpaceFormProps = {
  request: SpaceRequest
  /** As it was read last. */
  tree: readonly SpaceNode[]
  open: boolean
  onClose: () => void
}

const kinds = Object.entries(spaceKinds).map(([value, label]) => ({ value, label }))

const valuesOf = (node: SpaceNode) => ({
  psId: node.psId,
  name: node.name,
  kind: node.kind,
  parentSpaceId: node.parentId ?? undefined,
})

const findSpace = (nodes: readonly SpaceNode[], id: string): SpaceNode | null =>
  nodes.flatMap((node) => (node.id === id ? [node] : (findSpace(node.children, id) ?? [])))[0] ?? null

type Choice = { value: string; label: string }

/** Whatever the space may lie below: never itself nor what lies below it. */
const parentsFor = (nodes: readonly SpaceNode[], self: string | undefined, above = ''): Choice[] =>
  nodes
    .filter(({ id }) => id !== self)
    .flatMap(({ id, name, children }) => {
      const label = above ? `${above}/${name}` : name
      return [{ value: id, label }, ...parentsFor(children, self, label)]
    })

const faults = { 'space.name_taken': ['name', 'parentSpaceId'] }

/** A new space, or one that is there. */
export function SpaceForm({ request, tree, open, onClose }: SpaceFormProps) {
  const opened = request.kind === 'edit' ? request.node : null
  const form = useForm(
    spaceCalls.add.input,
    request.kind === 'edit'
      ? valuesOf(request.node)
      : { psId: request.psId, parentSpaceId: request.parent?.id, kind: request.parent ? '2' : '1' },
  )
  const { values, set, errorOf } = form
  const readAgain = useReadAgain(spaceCalls.tree)
  const options = {
    refresh: [spaceCalls.tree],
    said: ({ name }: { name: string }) => ['区域已保存', name] as const,
    form,
    faults,
    onClose,
  }
  const adding = useSaving(spaceCalls.add, options)
  const editing = useSaving(spaceCalls.edit, options)
  const { seen, look } = useSeen(opened, {
    saving: editing,
    readAgain: async (before) => before && findSpace(await readAgain({ psId: before.psId }), before.id),
    onFresh: (fresh) => fresh && form.rebase(valuesOf(fresh)),
    gone: '区域已被他人删除',
    onClose,
  })
  return (
    <FieldsDrawer
      open={open}
      title={seen ? `编辑区域 ${seen.name}` : '新建区域'}
      verb={seen ? '保存' : '新建'}
      form={form}
      saving={seen ? editing : adding}
      onClose={onClose}
      onRefresh={look}
      onSubmit={() =>
        form.submit(({ psId, ...input }) =>
          seen
            ? editing.send({ ...input, id: seen.id, version: seen.version })
            : adding.send({ ...input, psId }),
        )
      }
    >
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
