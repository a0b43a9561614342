import { stationCalls } from '@heliodesk/contract/stations.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { Plus } from 'lucide-react'
import { useEffect, useEffectEvent, useState, type ReactElement } from 'react'
import { CallError, send } from '../lib/call.ts'
import { notify } from '../lib/notices.ts'
import type { FieldControl } from './Field.tsx'
import { tabLeaves } from './tab-leaves.ts'
import { useSettled } from './use-settled.ts'
import './station-select.css'

/** Spec 2 §9. */
const PAGE_SIZE = 100
const MAX_PAGES = 5
const DEBOUNCE_MS = 800
const TAG_LENGTH = 32

type StationSelectProps = Partial<FieldControl> & {
  value: readonly string[]
  onChange: (value: string[]) => void
  /** Inside the field, before the value. */
  label?: string
  multiple?: boolean
  /** Only stations of these projects; with none of them there is nothing to choose from. */
  psaIds?: readonly string[]
  /** Exactly one result is selected by itself. */
  onlyOne?: boolean
  onBlur?: () => void
}

/** The searchable list of the stations in scope, page by page (spec 2 §2). */
export function StationSelect({
  value,
  onChange,
  label,
  multiple = false,
  psaIds,
  onlyOne = false,
  ...rest
}: StationSelectProps) {
  const [open, setOpen] = useState(false)
  const [word, setWord] = useState('')
  const psName = useSettled(word.trim(), DEBOUNCE_MS)
  const [pinned, setPinned] = useState(value)
  const stations = useStations({ psName, psaIds, pinned }, open || value.length > 0 || onlyOne)
  const nameless = value.filter((each) => !pinned.includes(each) && !stations.knows(each))
  if (nameless.length > 0 && !open && !stations.loading) setPinned(value)
  const only = onlyOne && !psName && stations.list.length === 1 ? stations.list[0]!.psId : null
  const missing = only !== null && value.length === 0
  const choose = useEffectEvent((psId: string) => onChange([psId]))
  useEffect(() => {
    if (missing) choose(only)
  }, [missing, only])

  return (
    <Select
      {...rest}
      {...tabLeaves}
      mode={multiple ? 'multiple' : undefined}
      prefix={label}
      aria-label={label ?? (rest.id ? undefined : '电站')}
      placeholder={label ? '全部' : '请选择电站'}
      allowClear={multiple}
      maxTagCount={1}
      maxTagTextLength={TAG_LENGTH}
      maxTagPlaceholder={(more) => `+${more.length}`}
      options={stations.list.map(({ psId, psName: name }) => ({ value: psId, label: name }))}
      showSearch={{ filterOption: false, onSearch: setWord, autoClearSearchValue: false }}
      loading={stations.loading}
      notFoundContent={
        stations.loading
          ? '正在查找…'
          : stations.failed
            ? '电站没有取到'
            : psName
              ? '没有符合的电站'
              : '没有可选的电站'
      }
      value={multiple ? [...value] : value[0]}
      onChange={(chosen: string | string[] | undefined) =>
        onChange(Array.isArray(chosen) ? chosen : chosen ? [chosen] : [])
      }
      onOpenChange={(next) => {
        setOpen(next)
        if (!next) setWord('')
      }}
      popupMatchSelectWidth={false}
      popupRender={(menu) => popupOf(menu, multiple ? value.length : null, stations.more)}
    />
  )
}

/** The list, then how many are chosen, and the way to the next page. */
const popupOf = (menu: ReactElement, chosen: number | null, more: (() => void) | null) => (
  <div className="station-popup">
    {menu}
    <div className="foot">
      {chosen !== null && <span>已选电站 {chosen} 座</span>}
      {more && (
        <button
          type="button"
          className="btn sm txt"
          // Keeps the focus in the field, so that the list stays open.
          onMouseDown={(event) => event.preventDefault()}
          onClick={more}
        >
          <Plus className="i s" aria-hidden />
          更多
        </button>
      )}
    </div>
  </div>
)

type Wanted = { psName: string; psaIds?: readonly string[]; pinned: readonly string[] }

function useStations({ psName, psaIds, pinned }: Wanted, enabled: boolean) {
  const input = {
    size: PAGE_SIZE,
    ...(psName ? { psName } : {}),
    ...(psaIds ? { psaIds: psaIds.join(',') } : {}),
    // Chosen stations come first, so that their names are known after a reload.
    ...(pinned.length > 0 && !psName ? { topPsIds: pinned.join(',') } : {}),
  }
  const pages = useInfiniteQuery({
    queryKey: [stationCalls.page.path, input, 'pages'],
    queryFn: ({ pageParam, signal }) => send(stationCalls.page, { ...input, curPage: pageParam }, { signal }),
    initialPageParam: 1,
    getNextPageParam: (last, all) => (last.hasNextPage ? all.length + 1 : undefined),
    enabled: enabled && psaIds?.length !== 0,
    staleTime: 60_000,
    placeholderData: (before) => before,
    retry: (count, error) => count < 2 && error instanceof CallError && error.isOffline,
  })
  const loaded = psaIds?.length === 0 ? [] : (pages.data?.pages ?? [])
  const list = [...new Map(loaded.flatMap((page) => page.list).map((row) => [row.psId, row])).values()]
  const loadMore = () => {
    if (loaded.length >= MAX_PAGES) notify({ kind: 'info', title: '试试搜索', seconds: 3 })
    else void pages.fetchNextPage()
  }
  // A failed call hides the more-button and stops the loading (spec 2 §8).
  const canGoOn = pages.hasNextPage && !pages.isError && loaded.length > 0
  return {
    list,
    loading: pages.isFetching,
    failed: pages.isError,
    more: canGoOn ? loadMore : null,
    knows: (psId: string) => list.some((row) => row.psId === psId),
  }
}
