import { choiceCalls } from '@heliodesk/contract/dictionary-choices.ts'
import { useEffect } from 'react'
import { create } from 'zustand'
import { send } from './call.ts'

type SoundsLike = (name: string, word: string) => boolean

/** Whether a name contains each of the words, or sounds like it. */
export type IsNamed = (name: string, words: string) => boolean

const useNames = create<{ isNamed: IsNamed }>(() => ({ isNamed: by(() => false) }))

let loading: Promise<void> | null = null

/** Fetches how characters are read, once in a window; without them names are found by their characters alone. */
export function loadReadings(): Promise<void> {
  loading ??= Promise.all([send(choiceCalls.readings, {}), import('./sounds.ts')])
    .then(([listed, { soundsBy }]) => useNames.setState({ isNamed: by(soundsBy(listed)) }))
    .catch(() => {
      loading = null
    })
  return loading
}

/**
 * Whether a name contains each of the words, or sounds like it: hlg and hongliugou are 红柳沟. As the database finds names
 * (docs/decisions/0033-names.md), for lists that are in the browser.
 */
export const isNamed: IsNamed = (name, words) => useNames.getState().isNamed(name, words)

function by(soundsLike: SoundsLike): IsNamed {
  return (name, words) => {
    const text = name.toLowerCase()
    const wanted = words.toLowerCase().match(/\S+/g) ?? []
    return wanted.every((word) => text.includes(word) || (isSpelled(word) && soundsLike(text, word)))
  }
}

/** The same for what is typed into a list's search: fetches the readings, and is another function when they have come. */
export function useIsNamed(typed: string): IsNamed {
  const isSound = isSpelled(typed)
  useEffect(() => {
    if (isSound) void loadReadings()
  }, [isSound])
  return useNames((names) => names.isNamed)
}

/** Whether words may be pinyin. */
export const isSpelled = (words: string): boolean => /[a-z]/i.test(words)

/**
 * The search of a select whose options are all in the browser, by the text in one of their fields. What was typed before
 * the readings came is searched again when they have.
 */
export function useSearchBy<Field extends string>(field: Field) {
  const named = useNames((names) => names.isNamed)
  return {
    filterOption: (words: string, option?: { [F in Field]?: unknown }) => {
      if (isSpelled(words)) void loadReadings()
      return named(String(option?.[field] ?? ''), words)
    },
  }
}
