import type { GalleryEntry } from '../../../gallery/entry.ts'
import { Chart } from './Chart.tsx'
import type { Description, Series } from './description.ts'
import { Spark } from './Spark.tsx'

const names = Array.from({ length: 30 }, (_each, at) => `2026-11-${String(at + 1).padStart(2, '0')}`)
const points = { title: '日期', names, short: (name: string) => name.slice(5) }

const course = (least: number, most: number, step: number) =>
  names.map((_name, at) => least + Math.round(((at * step) % 97) * ((most - least) / 97)))

const created: Series = {
  name: '新建',
  kind: 'bar',
  tone: 'expected',
  values: course(20, 90, 31),
  note: '1,604',
}
const finished: Series = { name: '完成', kind: 'line', tone: 'own', values: course(15, 80, 41), filled: true }
const orders: Description = { label: '每日工单', points, unit: '单', series: [created, finished] }

const many = 100_000
const minutes: Description = {
  label: '逐分钟功率',
  points: { title: '分钟', names: Array.from({ length: many }, (_each, at) => `第 ${at} 分钟`) },
  unit: 'kW',
  digits: 1,
  series: [
    {
      name: '功率',
      kind: 'line',
      tone: 'own',
      values: Array.from({ length: many }, (_each, at) => {
        const power = Math.sin(((at % 1440) / 720 - 0.5) * Math.PI) * (80 + ((at * 7919) % 200) / 10)
        return at > 40_000 && at < 45_000 ? null : Math.max(0, power)
      }),
    },
  ],
}

const Shown = (props: Parameters<typeof Chart>[0]) => (
  <div style={{ display: 'flex', height: 280 }}>
    <Chart {...props} />
  </div>
)

export default {
  title: '图表',
  group: '展示',
  states: {
    柱与线: () => <Shown {...orders} isShaded={(day) => /-(?:01|07|08|14|15)$/.test(day)} />,
    '最后一天还没有结束，点开查看': () => (
      <Shown {...orders} unfinished linkAt={(at) => ({ to: '#', label: `${names[at]} 新建的工单` })} />
    ),
    '有缺口；计划为阶梯': () => (
      <Shown
        {...orders}
        label="发电量与计划"
        unit="kWh"
        axis={{ unit: 'MWh', per: 1000 }}
        series={[
          {
            name: '实际',
            kind: 'bar',
            tone: 'own',
            values: course(8000, 52_000, 13).map((value, at) => (at % 7 === 3 ? null : value)),
          },
          {
            name: '计划',
            kind: 'steps',
            tone: 'expected',
            values: names.map((_name, at) => (at > 24 ? null : 30_000 + Math.floor(at / 10) * 5000)),
          },
          {
            name: '去年',
            kind: 'line',
            tone: 'second',
            values: course(9000, 48_000, 17).map((value, at) => (at > 11 && at < 16 ? null : value)),
          },
        ]}
      />
    ),
    '同类的几列：条纹与虚线': () => (
      <Shown
        {...orders}
        series={[
          created,
          { ...created, name: '完成', tone: 'own', values: course(10, 70, 23) },
          { ...finished, name: '超时', tone: 'fourth', filled: false, values: course(0, 30, 7) },
          { ...finished, name: '退回', tone: 'third', filled: false, values: course(0, 20, 11) },
        ]}
      />
    ),
    '一天特别多，柱断开': () => (
      <Shown
        {...orders}
        breaksOutliers
        series={[{ ...created, values: created.values.map((value, at) => (at === 12 ? 22_400 : value)) }]}
      />
    ),
    '100,000 个点，Ctrl 加滚轮或加减号缩放，0 还原': () => <Shown {...minutes} />,
    没有数据: () => <Shown {...orders} series={[{ ...created, values: names.map(() => null) }]} />,
    数字旁的走势: () => <Spark values={course(0, 40, 31)} />,
  },
} satisfies GalleryEntry
