import { roundQuery, roundTitles } from '@heliodesk/contract/cleaning-list.ts'
import type { Output } from '@heliodesk/contract/call.ts'
import type { cleaningCalls } from '@heliodesk/contract/cleaning.ts'
import { cellsOf } from '../../kernel/cursor.ts'
import { described, type Cell, type ExportColumn, type ExportKind } from '../../kernel/export-kind.ts'
import { countRounds, everyRound, roundsOf } from './rounds.ts'

type Round = Output<(typeof cleaningCalls)['page']>['pageList'][number]
type Column = ExportColumn & { cell: (round: Round) => Cell }

const text = (title: string, width: number, cell: Column['cell']): Column => ({
  title,
  type: 'text',
  width,
  cell,
})
const number = (title: string, cell: Column['cell']): Column => ({ title, type: 'number', width: 13, cell })

/** The benefit is calculated from the cost. */
const ofCost = (column: Column): Column => ({ ...column, column: 'cost' })

/** What was accepted counts before what is estimated now. */
const counted = ({ benefit }: Round) => benefit && (benefit.accepted ?? benefit.estimate)

const columns: Column[] = [
  text(roundTitles.workCode, 20, ({ workCode }) => workCode),
  text(roundTitles.flowStsName, 10, ({ flowStsName }) => flowStsName),
  text(roundTitles.psName, 24, ({ psName }) => psName),
  text(roundTitles.taskDescription, 40, ({ taskDescription }) => taskDescription),
  text(roundTitles.liablePerson, 12, ({ liablePerson }) => liablePerson),
  text(roundTitles.depName, 18, ({ depName }) => depName),
  number('装机容量 kWp', ({ stationKwp }) => stationKwp),
  number('计划容量 kWp', ({ plannedKwp }) => plannedKwp),
  number('已洗容量 kWp', ({ coveredKwp }) => coveredKwp),
  number('已洗比例 %', ({ percent }) => percent),
  number('区域', ({ zones }) => zones),
  number('已洗区域', ({ zonesDone }) => zonesDone),
  text(roundTitles.methods, 18, ({ methods }) => methods.join('、')),
  text('开始清洗', 12, ({ firstDay }) => firstDay),
  text('清洗完成', 12, ({ cleanedOn }) => cleanedOn),
  ofCost(number(roundTitles.cost, ({ cost }) => cost)),
  number(roundTitles.water, ({ water }) => water),
  number(roundTitles.broken, ({ broken }) => broken),
  number('清洗前 SR', ({ srBefore }) => srBefore),
  number('清洗后 SR', ({ srAfter }) => srAfter),
  ofCost(number('收益天数', (round) => counted(round)?.inputs.days ?? null)),
  ofCost(number('多发电量 kWh', (round) => counted(round)?.outcome.energyKwh ?? null)),
  ofCost(number(roundTitles.profit, (round) => counted(round)?.outcome.profit ?? null)),
  ofCost(number('回本天数', (round) => counted(round)?.outcome.breakEvenDays ?? null)),
  ofCost(text(roundTitles.breakEvenDay, 12, (round) => counted(round)?.breakEvenDay ?? null)),
  ofCost(number('最佳间隔 天', (round) => counted(round)?.outcome.bestIntervalDays ?? null)),
  text('收益口径', 12, ({ benefit }) => benefit && (benefit.accepted ? '验收时核定' : '估算')),
  {
    title: '验收时间',
    type: 'time',
    width: 18,
    cell: ({ benefit }) => benefit?.accepted?.acceptedTime ?? null,
  },
  text('验收人', 12, ({ benefit }) => benefit?.accepted?.checkerName ?? null),
  { title: roundTitles.createTime, type: 'time', width: 18, cell: ({ createTime }) => createTime },
]

export const roundExport: ExportKind = {
  columns: described(columns),
  async open(ctx, query) {
    const wanted = roundQuery.parse(query)
    const { joins, show } = await roundsOf(ctx)
    return {
      rowCount: await countRounds(ctx, wanted),
      pages: cellsOf(ctx.db, 'exported_rounds', everyRound(ctx, wanted, joins), (record) => {
        const round = show(record)
        return columns.map(({ cell }) => cell(round))
      }),
    }
  },
}
