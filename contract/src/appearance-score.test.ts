import { describe, expect, it } from 'vitest'
import {
  isBelow,
  missingInSheet,
  passRefusal,
  scoreColumns,
  totalOf,
  type Rework,
} from './appearance-score.ts'

type Given = readonly (readonly [mark: number, got: number | null | '不涉及'])[]

const rowsOf = (given: Given) =>
  given.map(([mark, got], at) => ({
    project: `第 ${at + 1} 项`,
    mark,
    isNotInvolve: got === '不涉及',
    score: got === '不涉及' ? null : got,
    rework: 'none' as Rework,
  }))

describe('the score of a sheet', () => {
  it.each<[string, Given, { got: number; base: number; score: number | null }]>([
    [
      'all of it',
      [
        [60, 60],
        [40, 40],
      ],
      { got: 100, base: 100, score: 100 },
    ],
    [
      'a part',
      [
        [60, 50.5],
        [40, 38],
      ],
      { got: 88.5, base: 100, score: 88.5 },
    ],
    [
      'without what a station has not',
      [
        [96, 88.5],
        [4, '不涉及'],
      ],
      { got: 88.5, base: 96, score: 92.2 },
    ],
    [
      'a mark of 0 counts',
      [
        [96, 96],
        [4, 0],
      ],
      { got: 96, base: 100, score: 96 },
    ],
    [
      'rounded up',
      [
        [80, 71.96],
        [20, '不涉及'],
      ],
      { got: 72, base: 80, score: 90 },
    ],
    [
      'rounded down',
      [
        [95, 85.4],
        [5, '不涉及'],
      ],
      { got: 85.4, base: 95, score: 89.9 },
    ],
    [
      'not of 100 marks',
      [
        [3, 2],
        [3, 3],
      ],
      { got: 5, base: 6, score: 83.3 },
    ],
    [
      'tenths that binary numbers do not hold',
      [
        [0.1, 0.1],
        [0.2, 0.2],
      ],
      { got: 0.3, base: 0.3, score: 100 },
    ],
    [
      'one mark is missing',
      [
        [60, 60],
        [40, null],
      ],
      { got: 60, base: 100, score: null },
    ],
    [
      'nothing is there',
      [
        [60, '不涉及'],
        [40, '不涉及'],
      ],
      { got: 0, base: 0, score: null },
    ],
    ['no items', [], { got: 0, base: 0, score: null }],
  ])('%s', (_name, given, expected) => {
    expect(totalOf(rowsOf(given), ({ score }) => score)).toEqual(expected)
  })

  it.each([
    [4.8, 6, 80, false],
    [4.7, 6, 80, true],
    [6, 6, 100, false],
    [5.9, 6, 100, true],
    [0, 6, 1, true],
  ])('%d of %d is below %d %%: %s', (score, mark, percent, below) => {
    expect(isBelow(score, mark, percent)).toBe(below)
  })
})

describe('a sheet', () => {
  const row = {
    project: '围栏完整',
    mark: 5,
    isNotInvolve: false,
    needPhoto: true,
    selfScore: 5 as number | null,
    photos: 1,
    rework: 'none' as Rework,
  }
  const textsOf = (...rows: (typeof row)[]) => missingInSheet(rows).map(({ text }) => text)

  it('is submitted with every mark and photo, by name', () => {
    expect(textsOf(row)).toEqual([])
    expect(textsOf({ ...row, selfScore: null, photos: 0 })).toEqual([
      '检查项“围栏完整”未自评',
      '检查项“围栏完整”未上传现场照片',
    ])
    expect(textsOf(row, { ...row, isNotInvolve: true, selfScore: null, photos: 0 })).toEqual([])
    expect(textsOf({ ...row, needPhoto: false, photos: 0 })).toEqual([])
    expect(textsOf({ ...row, isNotInvolve: true, selfScore: null })).toEqual([
      '检查项全部不涉及，没有可评分的项',
    ])
    expect(textsOf({ ...row, rework: 'open' })).toEqual(['检查项“围栏完整”未整改'])
    expect(textsOf({ ...row, rework: 'done' })).toEqual([])
  })

  it.each<[string, Given, Rework, string | null]>([
    [
      'at the mark',
      [
        [50, 45],
        [50, 45],
      ],
      'none',
      null,
    ],
    [
      'after a rework',
      [
        [50, 45],
        [50, 50],
      ],
      'closed',
      null,
    ],
    [
      'below the mark',
      [
        [50, 45],
        [50, 44.5],
      ],
      'none',
      '得分 89.5，未达到达标线 90 分，请退回整改',
    ],
    [
      'not marked',
      [
        [50, 45],
        [50, null],
      ],
      'none',
      '还有 1 项未评审评分：“第 2 项”',
    ],
    [
      'rework asked for',
      [
        [50, 50],
        [50, 50],
      ],
      'asked',
      '还有 1 项须整改，请退回整改：“第 2 项”',
    ],
    [
      'rework not checked',
      [
        [50, 50],
        [50, 50],
      ],
      'done',
      '还有 1 项整改未复检：“第 2 项”',
    ],
    [
      'nothing there',
      [
        [50, '不涉及'],
        [50, '不涉及'],
      ],
      'none',
      '检查项全部不涉及，没有可评分的项',
    ],
  ])('passes, or not: %s', (_name, given, rework, refusal) => {
    const rows = rowsOf(given).map((each, at) => (at === 1 ? { ...each, rework } : each))
    expect(passRefusal(rows, 90)).toBe(refusal)
  })
})

describe('the columns of scores and suggestions', () => {
  it.each([
    [5, true, { scores: true, examineSuggest: true }],
    [5, false, { scores: true, examineSuggest: true }],
    [10, true, { scores: true, examineSuggest: true }],
    [10, false, { scores: true, examineSuggest: true }],
    [9, true, { scores: true, examineSuggest: true }],
    [9, false, { scores: true, examineSuggest: false }],
    [0, true, { scores: false, examineSuggest: false }],
    [1, true, { scores: false, examineSuggest: false }],
    [18, true, { scores: false, examineSuggest: false }],
  ])('of type %d, with a review suggestion %s', (type, has, shown) => {
    expect(scoreColumns(type, has)).toEqual(shown)
  })
})
