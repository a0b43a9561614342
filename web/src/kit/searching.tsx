import { useState } from 'react'
import { ASKING_DEBOUNCE_MS, useSettled } from './use-settled.ts'

/** The word that a Select's search asks the server for, and what takes in the typed one. */
export function useSearchWord() {
  const [typed, setTyped] = useState('')
  return [useSettled(typed.trim(), ASKING_DEBOUNCE_MS), setTyped] as const
}

/** What a Select says while it has nothing to offer. */
export const nothingFound = (noun: string, { isBusy, error }: { isBusy: boolean; error: unknown }) =>
  isBusy ? '正在查找…' : error ? `${noun}没有取到` : `没有符合的${noun}`

export type Noted = { label: string; note?: string | undefined }

/** An option of a Select with a note behind its name. */
export const notedOption = ({ data: { label, note } }: { data: Noted }) => (
  <span className="row">
    {label}
    <span className="t3 s12 ell">{note}</span>
  </span>
)
