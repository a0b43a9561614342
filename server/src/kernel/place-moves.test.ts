import { describe, expect, it } from 'vitest'
import { rangesUnder, type PlaceMove, type Range } from './place-moves.ts'

/** The code of a place after the moves: the longest part that moved decides. */
function codeNow(moves: readonly PlaceMove[], code: string): string {
  const fitting = moves.filter(({ from, whole }) => code === from || (whole && code.startsWith(from)))
  const move = fitting.toSorted((a, b) => b.from.length - a.from.length)[0]
  return move ? move.to + code.slice(move.from.length) : code
}

/** Whether the ranges of a subtree have a row with this code. */
const isSelected = (ranges: readonly Range[], code: string) =>
  ranges.some(([first, behind]) => code >= first && code < behind)

/** All codes of a tree with up to three departments below each. */
const codes = (function below(code: string, levels: number): string[] {
  const children = levels === 0 ? [] : ['A01', 'A02', 'A03'].flatMap((each) => below(code + each, levels - 1))
  return [code, ...children]
})('A01', 4)

/** A code that no department had before. */
const fresh = (parent: string, nth = 0) => `${parent}A${50 + nth}`

describe('the subtree of a department during a move', () => {
  const isElsewhere = (from: string, to: string) => !to.startsWith(from) && from.slice(0, -3) !== to
  const movable = codes.filter((code) => code.length > 3 && code.length < 12)
  const moves = movable.flatMap((from) =>
    codes
      .filter((to) => to.length < 12 && isElsewhere(from, to))
      .map((to): PlaceMove[] => [{ from, to: fresh(to), whole: true }]),
  )
  const merges = movable.flatMap((from) =>
    codes
      .filter((to) => to.length < 12 && !to.startsWith(from))
      .map((to): PlaceMove[] => [
        { from, to, whole: false },
        ...['A01', 'A02', 'A03'].map((each, at) => ({ from: from + each, to: fresh(to, at), whole: true })),
      ]),
  )

  it.each([
    ['moves', moves],
    ['merges', merges],
  ])(
    'has the rows of both codes: %s of every department to every other',
    (_name, all) => {
      expect(all.length).toBeGreaterThan(100)
      const wrong = all.flatMap((under) => {
        const rows = [...codes, ...codes.map((code) => codeNow(under, code))]
        const viewers = new Set(codes.map((code) => codeNow(under, code)))
        return [...viewers].flatMap((viewer) => {
          const ranges = rangesUnder(under, viewer)
          return rows
            .filter((row) => isSelected(ranges, row) !== codeNow(under, row).startsWith(viewer))
            .map((row) => ({ under, viewer, row }))
        })
      })
      expect(wrong).toEqual([])
    },
    60_000,
  )
})
