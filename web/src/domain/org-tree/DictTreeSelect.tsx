import type { Received } from '@heliodesk/contract/call.ts'
import { dictionaryCalls } from '@heliodesk/contract/dictionaries.ts'
import { useEffect } from 'react'
import { BookText, Folder } from 'lucide-react'
import { send } from '../../lib/call.ts'
import { notify } from '../../lib/notices.ts'
import { useCall } from '../../lib/queries.ts'
import type { FieldControl } from '../../kit/Field.tsx'
import { TreeSelect } from './TreeSelect.tsx'
import type { TreeSource } from './tree-session.ts'
import { plainItem, type TreeItem } from './tree-store.ts'

export type DictTable = {
  tableName: string
  text?: string
  code?: string
  pidField?: string
  hasChildField?: string
  /** A JSON object as text. */
  condition?: string
  /** The node whose children are the top level. */
  pid?: string
}

type DictNode = Received<typeof dictionaryCalls.loadTreeData>[number]

type DictTreeSelectProps = Partial<FieldControl> & {
  dict: DictTable
  value: string | undefined
  onChange: (value: string | undefined) => void
  name: string
  disabled?: boolean
}

/** Spec 2 §2. */
const MAX_HEIGHT = '400px'
const NO_JSON = '组件TreeSelect-condition传值有误，需要一个json字符串!'

/** Selects a value from a dictionary's tree, loaded level by level (spec 2 §2). */
export function DictTreeSelect({ dict, value, onChange, name, disabled, ...control }: DictTreeSelectProps) {
  const isSound = isJson(dict.condition)
  useEffect(() => {
    if (!isSound) notify({ kind: 'error', title: NO_JSON })
  }, [isSound])
  const reference = [dict.tableName, dict.text ?? '', dict.code ?? ''].join(',')
  const named = useCall(
    dictionaryCalls.loadDictItem,
    { dict: reference, key: value ?? '' },
    { enabled: isSound && value !== undefined },
  )
  return (
    <TreeSelect
      {...control}
      value={value === undefined ? [] : [value]}
      nameOf={(key) => (key === value ? (named.data?.[0] ?? key) : undefined)}
      source={() => (isSound ? dictSource(dict) : { top: () => Promise.resolve([]) })}
      sourceKey={JSON.stringify(dict)}
      name={name}
      placeholder={`请选择${name}`}
      findPlaceholder={`查找${name}`}
      empty="没有可选的内容"
      lookOf={({ leaf }) => ({ icon: leaf ? BookText : Folder, note: null, reason: null })}
      mayPick={() => true}
      onPick={(node) => {
        onChange(node.data.value)
        return true
      }}
      onClear={() => onChange(undefined)}
      maxHeight={MAX_HEIGHT}
      disabled={disabled}
    />
  )
}

function isJson(text: string | undefined): boolean {
  if (!text) return true
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function dictSource({ pid = '', ...table }: DictTable): TreeSource<DictNode> {
  const load = async (above: string, signal?: AbortSignal) =>
    (await send(dictionaryCalls.loadTreeData, { ...table, pid: above }, { signal })).map(toItem)
  return { top: (signal) => load(pid, signal), children: ({ data }) => load(data.key) }
}

const toItem = (node: DictNode): TreeItem<DictNode> =>
  plainItem({ key: node.value, name: node.title, leaf: node.leaf === 1, data: node, children: [] })
