import { spaceCalls, spaceKinds, type SpaceKind, type SpaceNode } from '@heliodesk/contract/spaces.ts'
import { Input, Select } from 'antd'
import { useState } from 'react'
import { notify } from '../../lib/notices.ts'
import { useCommand } from '../../lib/queries.ts'
import { Field } from '../Field.tsx'
import { FieldsDrawer } from '../FieldsDrawer.tsx'
import { useForm } from '../use-form.ts'

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

const findSpace = (nodes: readonly SpaceNode[], id: string): SpaceNode | undefined =>
  nodes.flatMap((node) => (node.id === id ? [node] : (findSpace(node.children, id) ?? [])))[0]

type Choice = { value: string; label: string }

/** Whatever the space may lie below: never itself nor what lies below it. */
const parentsFor = (nodes: readonly SpaceNode[], self: string | undefined, above = ''): Choice[] =>
  nodes
    .filter(({ id }) => id !== self)
    .flatMap(({ id, name, children }) => {
      const label = above ? `${above}/${name}` : name
      return [{ value: id, label }, ...parentsFor(children, self, label)]
    })

/** A new space, or one that is there; 刷新 takes the newest version, and what was typed stays. */
export function SpaceForm({ request, tree, open, onClose }: SpaceFormProps) {
  const [seen, setSeen] = useState(request.kind === 'edit' ? request.node : null)
  const form = useForm(
    spaceCalls.add.input,
    seen
      ? valuesOf(seen)
      : request.kind === 'add'
        ? { psId: request.psId, parentSpaceId: request.parent?.id, kind: request.parent ? '2' : '1' }
        : {},
  )
  const { values, set, leave, errorOf } = form
  const options = {
    refresh: [spaceCalls.tree],
    errors: 'own' as const,
    onSuccess: () => {
      notify({ kind: 'success', title: '区域已保存', text: values.name ?? '' })
      onClose()
    },
  }
  const add = useCommand(spaceCalls.add, options)
  const edit = useCommand(spaceCalls.edit, options)
  const error = add.error ?? edit.error
  const taken = error?.code === 'space.name_taken' ? error.message : null
  const look = () => {
    const fresh = seen && findSpace(tree, seen.id)
    if (!fresh) return
    edit.reset()
    setSeen(fresh)
    form.rebase(valuesOf(fresh))
  }
  const typed = () => {
    if (!taken) return
    add.reset()
    edit.reset()
  }
  return (
    <FieldsDrawer
      open={open}
      title={seen ? `编辑区域 ${seen.name}` : '新建区域'}
      verb={seen ? '保存' : '新建'}
      form={form}
      error={taken ? null : error}
      busy={add.isPending || edit.isPending}
      onClose={onClose}
      onRefresh={look}
      onSubmit={() =>
        form.submit(({ psId, ...input }) =>
          seen
            ? edit.mutate({ ...input, id: seen.id, version: seen.version })
            : add.mutate({ ...input, psId }),
        )
      }
    >
      <Field label="区域名称" required error={errorOf('name') ?? taken}>
        {(control) => (
          <Input
            {...control}
            autoFocus
            placeholder="如 光伏区、3号方阵"
            value={values.name ?? ''}
            onChange={(event) => {
              set('name', event.target.value)
              typed()
            }}
            onBlur={() => leave('name')}
          />
        )}
      </Field>
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
            onChange={(value?: string) => {
              set('parentSpaceId', value)
              typed()
            }}
          />
        )}
      </Field>
    </FieldsDrawer>
  )
}
