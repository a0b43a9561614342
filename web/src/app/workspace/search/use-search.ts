import { keepPreviousData, useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useSettled } from '../../../kit/use-settled.ts'
import type { CallError } from '../../../lib/call.ts'
import { MOST_HITS, type Hit } from '../../../lib/search-source.ts'
import { findPage, type Routes } from '../menu.ts'
import { isElsewhere } from './hit.ts'
import { readRecent } from './recent.ts'
import type { Source } from './sources.ts'

/** The default debounce of spec 1 §9. */
const REST_MS = 100

/** The scope with every source. */
export const ALL = 'all'

export type Group = {
  key: string
  title: string
  hits: Hit[]
  error: CallError | null
  /** The list with the remaining matches. */
  more: string | null
}

export type Found = { groups: Group[]; words: string; busy: boolean }

/** The matches of the words in the source of this kind, or with the scope ALL in each one. Requests for outdated words are cancelled. */
export function useSearch(sources: readonly Source[], routes: Routes, text: string, scope: string): Found {
  const words = useSettled(text.trim(), REST_MS)
  const asked = sources.filter(({ kind }) => scope === ALL || scope === kind)
  const isEnough = ({ leastLetters }: Source) => words.length >= leastLetters
  const answers = useQueries({
    queries: asked.map((source) => ({
      queryKey: ['search', source.kind, words],
      queryFn: ({ signal }: { signal: AbortSignal }) => source.find(words, signal),
      enabled: words !== '' && isEnough(source),
      placeholderData: keepPreviousData,
    })),
  })
  const recent = useMemo(() => readRecent().filter((hit) => isOpen(routes, sources, hit)), [routes, sources])
  if (words === '') return { groups: startOf(recent, asked, scope), words, busy: false }
  const isRecent = (hit: Hit) => recent.some(({ key }) => key === hit.key)
  const groups = asked.map((source, at) => {
    const { data = [], error } = answers[at]!
    const hits = isEnough(source) ? data : []
    return {
      key: source.kind,
      title: source.title,
      hits: [...hits.filter(isRecent), ...hits.filter((hit) => !isRecent(hit))],
      error: isEnough(source) ? (error as CallError | null) : null,
      more: source.listOf && hits.length >= MOST_HITS ? source.listOf(words) : null,
    }
  })
  const busy = text.trim() !== words || answers.some(({ isFetching }) => isFetching)
  return { groups: groups.filter(({ hits, error }) => hits.length > 0 || error !== null), words, busy }
}

/** The start view before typing: recent results and the menu. */
function startOf(recent: Hit[], asked: readonly Source[], scope: string): Group[] {
  const shown = recent.filter(({ kind }) => scope === ALL || scope === kind)
  const menu = asked.find(({ kind }) => kind === 'menu')?.find('', new AbortController().signal) ?? []
  const groups = [
    { key: 'recent', title: '最近', hits: shown },
    { key: 'menu', title: '菜单', hits: Array.isArray(menu) ? menu : [] },
  ]
  return groups.filter(({ hits }) => hits.length > 0).map((group) => ({ ...group, error: null, more: null }))
}

/** A recent result may no longer be permitted. */
function isOpen(routes: Routes, sources: readonly Source[], hit: Hit): boolean {
  if (!sources.some(({ kind }) => kind === hit.kind)) return false
  return isElsewhere(hit) || findPage(routes, hit.target.split('?', 1)[0]!) !== null
}
