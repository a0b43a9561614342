import { spaceCalls } from '@heliodesk/contract/spaces.ts'
import { Select } from 'antd'
import { spaceChoices } from '../../domain/devices/space-choices.ts'
import type { FieldControl } from '../../kit/Field.tsx'
import { usePhone } from '../../kit/use-phone.ts'
import { useCall } from '../../lib/queries.ts'
import { useSearchBy } from '../../lib/pinyin.ts'

type SpaceSelectProps = Partial<FieldControl> & {
  psId: string | undefined
  value: string | undefined
  onChange: (value: string | undefined) => void
}

/** Selects one space of a station from its tree. */
export function SpaceSelect({ psId, value, onChange, ...rest }: SpaceSelectProps) {
  const phone = usePhone()
  const tree = useCall(spaceCalls.tree, { psId: psId ?? '' }, { enabled: psId !== undefined })
  const options = psId && !tree.isPlaceholderData ? spaceChoices(tree.data ?? []) : []
  return (
    <Select
      {...rest}
      allowClear
      disabled={psId === undefined}
      placeholder="可不填"
      showSearch={useSearchBy('label')}
      loading={tree.isFetching}
      notFoundContent={
        tree.isFetching ? '正在查找…' : tree.error ? '区域没有取到' : '该电站还没有区域，可在“区域管理”中新建'
      }
      popupMatchSelectWidth={phone || 300}
      options={options}
      optionRender={({ data }) => (
        <span className="row" style={{ paddingLeft: `calc(${data.depth} * var(--tree-indent))` }}>
          {data.label.split('/').at(-1)}
          <span className="t3 s12 mla">{data.kind}</span>
        </span>
      )}
      value={options.some((option) => option.value === value) ? value : undefined}
      onChange={onChange}
    />
  )
}
