import { expect, it } from 'vitest'
import { orderWarnings } from './switching-order.ts'

/** The standard example of domain.md §1.6, with the number that its sixth line lacks. */
const transformerOff = [
  '检查3号箱变所带逆变器已停机',
  '断开低压侧断路器431',
  '检查431在分位',
  '断开高压侧负荷开关331',
  '检查331在分位',
  '拉开环网侧隔离开关3311',
  '在3号箱变高压侧验明无电',
  '合上接地刀闸33117',
  '检查33117在合位',
  '悬挂“禁止合闸，有人工作！”标示牌',
]

const warned = (...lines: string[]) => orderWarnings(lines).map(({ no, text }) => `${no} ${text}`)

it('the standard switching off of a transformer is in order', () => {
  expect(orderWarnings(transformerOff)).toEqual([])
  expect(warned(...transformerOff.with(5, '拉开环网侧隔离开关'))).toEqual(['6 缺少设备编号（双重名称）'])
})

it.each([
  [
    'an isolator before the breaker',
    ['拉开隔离开关3312', '断开断路器331'],
    ['1 拉开隔离开关之前没有断开断路器'],
  ],
  [
    'the busbar’s isolator before that of the line',
    ['断开断路器331', '拉开母线侧隔离开关3311', '拉开线路侧隔离开关3316'],
    ['3 停电应先拉线路侧、后拉母线侧隔离开关'],
  ],
  ['the line’s isolator first', ['断开断路器331', '拉开线路侧隔离开关3316', '拉开母线侧隔离开关3311'], []],
  [
    'a breaker closed before an isolator',
    ['合上断路器331', '合上隔离开关3311'],
    ['2 合上隔离开关之前已经合上断路器'],
  ],
  [
    'the line’s isolator closed before that of the busbar',
    ['合上线路侧隔离开关3316', '合上母线侧隔离开关3311', '合上断路器331'],
    ['2 送电应先合母线侧、后合线路侧隔离开关'],
  ],
  [
    'the busbar’s isolator closed first',
    ['合上母线侧隔离开关3311', '合上线路侧隔离开关3316', '合上断路器331'],
    [],
  ],
  ['an earth without a test', ['断开断路器331', '合上接地刀闸33117'], ['2 装设接地之前没有验电']],
  ['an earth wire after a test', ['在331线路侧验电', '在331线路侧装设3号接地线'], []],
  [
    'a test that a closing has outdated',
    ['在331线路侧验电', '合上断路器331', '在331线路侧装设3号接地线'],
    ['3 装设接地之前没有验电'],
  ],
  [
    'closing onto an earth',
    ['在331线路侧验电', '装设3号接地线', '合上隔离开关3311'],
    ['3 合闸之前没有拆除本票装设的接地'],
  ],
  [
    'closing after the earth is gone',
    ['在331线路侧验电', '装设3号接地线', '拆除3号接地线', '合上隔离开关3311'],
    [],
  ],
  [
    'an earth switch that is opened again',
    ['在331验电', '合上接地刀闸33117', '拉开接地刀闸33117', '合上隔离开关3311'],
    [],
  ],
  ['two actions in one line', ['断开断路器331，拉开隔离开关3311'], ['1 一项只写一个操作']],
  [
    'checks, boards and blank lines',
    ['检查331在分位', '检查断路器331已断开、隔离开关3311已拉开', '悬挂标示牌', ''],
    [],
  ],
])('%s', (_case, lines, expected) => {
  expect(warned(...lines)).toEqual(expected)
})
