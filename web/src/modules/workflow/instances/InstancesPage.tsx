import { paths } from '@heliodesk/contract/paths.ts'
import { processRuntimeCalls } from '@heliodesk/contract/process-runtime.ts'
import { ArrowUpFromLine, ListChecks, ScanSearch } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { Button } from '../../../kit/Button.tsx'
import { formatNumber } from '../../../kit/format.ts'
import { BatchBar } from '../../../kit/page-table/BatchBar.tsx'
import { ListPage } from '../../../kit/page-table/ListPage.tsx'
import { listQuery } from '../../../kit/page-table/list-query.ts'
import { pageSource } from '../../../kit/page-table/page-source.ts'
import { useChoice } from '../../../kit/page-table/use-choice.ts'
import { useListAddress } from '../../../kit/page-table/use-list-address.ts'
import { SideScroll } from '../../../kit/SideScroll.tsx'
import { useOverlays } from '../../../kit/use-overlays.tsx'
import { WhileOpen } from '../../../kit/WhileOpen.tsx'
import { useSaving } from '../../../kit/use-saving.ts'
import { useCall } from '../../../lib/queries.ts'
import { InstanceCard } from './InstanceCard.tsx'
import { InstanceDrawer } from './InstanceDrawer.tsx'
import {
  instanceColumns,
  instanceFilters,
  versionName,
  type Running,
  type VersionCount,
} from './instance-list.tsx'
import { MigrateDialog } from './MigrateDialog.tsx'
import { ProcessViews } from './ProcessViews.tsx'
import css from './instances.module.css'

const MOST_CHOSEN = 500
const VIEW = { view: 'instances' }

type Migrating = { from: VersionCount; ids: readonly string[] | null }

/** 流程实例: what runs by which version, what is stuck and why, and the ways out. */
export function InstancesPage() {
  const address = useListAddress()
  const { query, change, leave } = address
  const versions = useCall(processRuntimeCalls.versions, {})
  const known = versions.data
  const filters = useMemo(() => instanceFilters(known ?? []), [known])
  const list = listQuery(filters, address, { keep: VIEW })
  const { curPage, size } = list.paging
  const input = { ...list.narrowing, curPage, size }
  const read = useCall(processRuntimeCalls.page, input)
  const rows = read.data?.pageList
  const linkTo = useCallback(({ id }: Running) => paths.processes.href({ ...VIEW, instance: id }), [])
  const columns = useMemo(() => instanceColumns(linkTo), [linkTo])
  const open = ({ id }: Running) => change({ instance: id }, { push: true })
  const { chosen, choice, bar } = useChoice<Running>({
    rows: rows ?? [],
    nameOf: ({ title }) => title,
    unit: '个',
    most: MOST_CHOSEN,
  })
  const { show, shown } = useOverlays({
    migrate: (overlay, migrating: Migrating) => <MigrateDialog {...overlay} {...migrating} />,
  })
  const checking = useSaving(processRuntimeCalls.check, {
    said: ({ found }) => [
      '检查完成',
      found === 0 ? '没有无人可办的环节' : `${formatNumber(found)} 个环节无人可办`,
    ],
  })
  const version = known?.find(({ definitionId }) => definitionId === query.get('definition')) ?? null
  const [first] = chosen
  const ofOne =
    first !== undefined && chosen.every(({ key, version: of }) => key === first.key && of === first.version)
  const fromOf = (row: Running) =>
    known?.find((each) => each.key === row.key && each.version === row.version) ?? null
  const fromChosen = first && ofOne ? fromOf(first) : null
  const migrate = (from: VersionCount | null, ids: readonly string[] | null) => {
    if (from) show('migrate', { from, ids })
  }
  return (
    <ListPage<Running>
      title="流程设计"
      unit="个进行中"
      code="process-instances"
      name="流程实例"
      columns={columns}
      list={list}
      source={pageSource(processRuntimeCalls.page, input, read, rows, read.data?.rowCount)}
      actions={
        <>
          <ProcessViews />
          <Button icon={ScanSearch} busy={checking.busy} onClick={() => checking.send({})}>
            检查无人可办
          </Button>
        </>
      }
      main={
        <Button
          icon={ArrowUpFromLine}
          refusal={version ? null : '先按“流程版本”筛选，或勾选要换版的流程'}
          onClick={() => migrate(version, null)}
        >
          整版换版
        </Button>
      }
      above={
        <Versions
          versions={known ?? []}
          chosen={version}
          onChoose={(id) => change({ definition: id, page: null })}
        />
      }
      choice={{
        ...choice,
        bar: (
          <BatchBar {...bar}>
            <Button
              size="sm"
              icon={ArrowUpFromLine}
              refusal={ofOne ? null : '只能一起换同一版本的流程'}
              onClick={() =>
                migrate(
                  fromChosen,
                  chosen.map(({ id }) => id),
                )
              }
            >
              换版
            </Button>
          </BatchBar>
        ),
      }}
      onOpen={open}
      currentKey={query.get('instance')}
      rowActions={(row) => [
        { key: 'open', title: '查看与处理', icon: ListChecks, run: () => open(row) },
        { key: 'migrate', title: '换版', icon: ArrowUpFromLine, run: () => migrate(fromOf(row), [row.id]) },
      ]}
      renderCard={(row, actions) => (
        <InstanceCard row={row} href={linkTo(row)} actions={actions} onOpen={() => open(row)} />
      )}
      empty={{ title: '没有进行中的流程', text: '发起的流程在结束之前会出现在这里' }}
    >
      <WhileOpen of={query.get('instance')} keeps>
        {(id, isOpen) => <InstanceDrawer id={id} open={isOpen} onClose={() => leave(['instance'])} />}
      </WhileOpen>
      {shown}
    </ListPage>
  )
}

type VersionsProps = {
  versions: readonly VersionCount[]
  chosen: VersionCount | null
  onChoose: (definitionId: string | null) => void
}

/** How many instances each version has; a press narrows the list to it. */
const Versions = ({ versions, chosen, onChoose }: VersionsProps) =>
  versions.length > 0 && (
    <SideScroll className={`touch-row ${css.versions}`} role="group" aria-label="按流程版本">
      {versions.map((each) => (
        <button
          key={each.definitionId}
          type="button"
          aria-pressed={each === chosen}
          onClick={() => onChoose(each === chosen ? null : each.definitionId)}
        >
          {versionName(each)}
          <b>{formatNumber(each.running)}</b>
          {each.stuck > 0 && <span className={css.late}>卡住 {formatNumber(each.stuck)}</span>}
        </button>
      ))}
    </SideScroll>
  )
