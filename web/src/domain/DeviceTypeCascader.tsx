import { deviceCalls, type DeviceTypeNode } from '@heliodesk/contract/devices.ts'
import { Cascader } from 'antd'
import { useCall } from '../lib/queries.ts'
import { pathOfType } from './device-type-tree.ts'
import type { FieldControl } from '../kit/Field.tsx'
import { formatNumber } from '../kit/format.ts'
import { nothingFound } from '../kit/searching.tsx'
import { usePhone } from '../kit/use-phone.ts'
import css from './device-type-cascader.module.css'
import { isNamed, isSpelled, loadReadings } from '../lib/pinyin.ts'

type DeviceTypeCascaderProps = Partial<FieldControl> & {
  /** The id of a device type. */
  value: string | undefined
  onChange: (value: string | undefined) => void
  /** Shown inside the field, before the value. */
  label?: string
  /** Counts only the devices of this station. */
  psId?: string
  /** Disabled types cannot be chosen, as for a new device; filters allow them. */
  openOnly?: boolean
  placeholder?: string
  disabled?: boolean
  onBlur?: () => void
}

type Option = {
  value: string
  label: string
  count: number
  closed: boolean
  disabled: boolean
  children?: Option[]
}

/** Selects one device type on any level of the tree; the search finds types by name or code (spec 2 §2). */
export function DeviceTypeCascader({
  value,
  onChange,
  label,
  psId,
  openOnly = false,
  placeholder,
  ...rest
}: DeviceTypeCascaderProps) {
  const tree = useCall(deviceCalls.types, psId ? { psId } : {})
  const phone = usePhone()
  const nodes = tree.data ?? []
  const toOption = (node: DeviceTypeNode, aboveClosed: boolean): Option => {
    const closed = aboveClosed || node.status === '3'
    const children = node.children.map((child) => toOption(child, closed))
    return {
      value: node.id,
      label: node.name,
      count: node.deviceCount,
      closed,
      disabled: openOnly && closed && node.id !== value,
      ...(children.length > 0 ? { children } : {}),
    }
  }
  const codes = new Map<string, string>()
  const remember = (node: DeviceTypeNode) => {
    codes.set(node.id, node.code.toLowerCase())
    node.children.forEach(remember)
  }
  nodes.forEach(remember)
  const finds = (word: string, path: readonly { value?: unknown; label?: unknown }[]) => {
    const wanted = word.trim().toLowerCase()
    if (isSpelled(wanted)) void loadReadings()
    return path.some(
      (option) =>
        isNamed(String(option.label), wanted) || codes.get(String(option.value))?.startsWith(wanted),
    )
  }
  const path = pathOfType(nodes, value).map(({ id }) => id)
  return (
    <Cascader<Option>
      {...rest}
      classNames={{ popup: { root: phone ? `${css.deviceTypes} phone` : css.deviceTypes } }}
      prefix={label}
      aria-label={label}
      placeholder={placeholder ?? (label ? '全部' : '请选择设备类型')}
      allowClear
      changeOnSelect
      expandTrigger="click"
      options={nodes.map((node) => toOption(node, false))}
      value={path}
      displayRender={(labels) => labels.join(' / ')}
      optionRender={(option) => <TypeOption {...option} />}
      showSearch={{ filter: finds, limit: 50, render: (_word, found) => <Found path={found} /> }}
      notFoundContent={nothingFound('设备类型', { isBusy: tree.isPending, error: tree.error })}
      loading={tree.isPending}
      onChange={(chosen) => onChange(chosen?.at(-1)?.toString())}
    />
  )
}

function TypeOption({ label, count, closed }: Partial<Option>) {
  return (
    <span className={css.deviceTypeOption}>
      {label}
      {closed ? <em>已停用</em> : count !== undefined && count > 0 && <em>{formatNumber(count)}</em>}
    </span>
  )
}

const Found = ({ path }: { path: readonly { label?: unknown }[] }) => (
  <span>{path.map(({ label }) => String(label)).join(' / ')}</span>
)
