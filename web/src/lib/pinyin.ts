import { choiceCalls } from '@heliodesk/contract/dictionary-choices.ts'
import { useEffect } from 'react'
import { create } from 'zustand'
import { send } from './call.ts'

type Readings = ReadonlyMap<string, readonly string[]>

/** Whether a name contains each of the words, or sounds like it. */
export type IsNamed = (name: string, words: string) => boolean

const useNames = create<{ isNamed: IsNamed }>(() => ({ isNamed: by(new Map()) }))

let loading: Promise<void> | null = null

/** Fetches how characters are read, once in a window; without them names are found by their characters alone. */
export function loadReadings(): Promise<void> {
  loading ??= send(choiceCalls.readings, {})
    .then((listed) => useNames.setState({ isNamed: by(parseReadings(listed)) }))
    .catch(() => {
      loading = null
    })
  return loading
}

const parseReadings = (listed: string): Readings =>
  new Map(
    listed.split(' ').map((entry) => {
      const character = String.fromCodePoint(entry.codePointAt(0)!)
      return [character, entry.slice(character.length).split(',')]
    }),
  )

/**
 * Whether a name contains each of the words, or sounds like it: hlg and hongliugou are 红柳沟. As the database finds names
 * (docs/decisions/0033-names.md), for lists that are in the browser.
 */
export const isNamed: IsNamed = (name, words) => useNames.getState().isNamed(name, words)

function by(readings: Readings): IsNamed {
  return (name, words) => {
    const text = name.toLowerCase()
    const wanted = words.toLowerCase().match(/\S+/g) ?? []
    return wanted.every(
      (word) => text.includes(word) || (isSpelled(word) && soundsLike(text, word, readings)),
    )
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

function soundsLike(text: string, typed: string, readings: Readings): boolean {
  const word = typed.replaceAll("'", '')
  if (!/^[\p{L}\p{N}]+$/u.test(word)) return false
  const characters = Array.from(text).filter((character) => /[\p{L}\p{N}]/u.test(character))
  // Where it was seen to lead nowhere, so that no way is tried twice.
  const dead = new Set<string>()
  // Whether what is left of the word from `at` is read from this character on.
  const isRead = (place: number, at: number): boolean => {
    const key = `${place} ${at}`
    if (dead.has(key)) return false
    dead.add(key)
    const character = characters[place]
    if (character === undefined) return false
    const rest = word.slice(at)
    const goesOn = (size: number) => size === rest.length || isRead(place + 1, at + size)
    if (rest.startsWith(character) && goesOn(character.length)) return true
    return (readings.get(character) ?? []).some(
      (sound) =>
        sound.startsWith(rest) ||
        [sound, /^[zcs]h/.exec(sound)?.[0] ?? '', sound.slice(0, 1)].some(
          (part) => part !== '' && rest.startsWith(part) && goesOn(part.length),
        ),
    )
  }
  return characters.some((_character, place) => isRead(place, 0))
}

/** The search of a select whose options are all in the browser, by the text in one of their fields. */
export const searchBy = <Field extends string>(field: Field) => ({
  filterOption: (words: string, option?: { [F in Field]?: unknown }) => {
    if (isSpelled(words)) void loadReadings()
    return isNamed(String(option?.[field] ?? ''), words)
  },
})
