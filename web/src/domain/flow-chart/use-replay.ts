import { approvalCalls } from '@heliodesk/contract/approvals.ts'
import { useEffect, useMemo, useState, type KeyboardEvent } from 'react'
import { useCall } from '../../lib/queries.ts'
import { shownAt, waitAfter, type Speed } from './replay.ts'

/** Stands for the moment at which the history begins to be replayed. */
const FIRST = -1

export type Replay = NonNullable<ReturnType<typeof useReplay>['replay']>

/** Steps through the history of a process. `replay` is null while the present is shown, or nothing is known yet. */
export function useReplay(processInstanceId: string) {
  /** The event that is looked at, by its number; null at present. */
  const [seq, setSeq] = useState<number | null>(null)
  const [playing, setPlaying] = useState(false)
  const [speed, setSpeed] = useState<Speed>('even')
  const isOn = seq !== null && processInstanceId !== ''
  const { data, isFetching } = useCall(approvalCalls.moments, { processInstanceId }, { enabled: isOn })
  const moments = data?.moments ?? []
  const found = moments.findIndex(({ specialParameters }) => specialParameters.seq === seq)
  const at = Math.max(0, found)
  const last = moments.length - 1
  const isPlaying = isOn && playing && at < last

  const moveTo = (wanted: number) => {
    const moment = moments[Math.min(Math.max(wanted, 0), last)]
    if (moment) setSeq(moment.specialParameters.seq)
  }
  useEffect(() => {
    if (!isPlaying || !data) return undefined
    const next = data.moments[at + 1]!.specialParameters.seq
    const timer = setTimeout(() => setSeq(next), waitAfter(data.moments, at, speed))
    return () => clearTimeout(timer)
  }, [isPlaying, data, at, speed])
  const shown = useMemo(() => (data && isOn ? shownAt(data.moments, at) : null), [data, isOn, at])

  const togglePlaying = () => {
    if (!isPlaying && at >= last) moveTo(0)
    setPlaying(!isPlaying)
  }
  /** Moves by hand, which ends playing. */
  const stepTo = (wanted: number) => {
    setPlaying(false)
    moveTo(wanted)
  }
  const replay =
    shown === null || moments.length === 0
      ? null
      : { moments, omitted: data?.omitted ?? 0, at, shown, isPlaying, speed, setSpeed, stepTo, togglePlaying }
  return {
    replay,
    isOn,
    isFetching,
    /** Begins at an event, or at the beginning. */
    begin: (event = FIRST) => {
      setPlaying(false)
      setSeq(event)
    },
    end: () => {
      setPlaying(false)
      setSeq(null)
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (replay && steps(event, replay)) event.preventDefault()
    },
  }
}

/** Space, the arrows, Home and End; keys that a control or the picture itself needs are left to it. */
function steps({ key, target, altKey, ctrlKey, metaKey }: KeyboardEvent, replay: Replay): boolean {
  if (altKey || ctrlKey || metaKey || !(target instanceof HTMLElement)) return false
  const isPicture = target.getAttribute('role') === 'region'
  if (key === ' ') {
    if (target.closest('button, input, a')) return false
    replay.togglePlaying()
    return true
  }
  if (isPicture || target.closest('input')) return false
  const { at, moments, stepTo } = replay
  const places = new Map([
    ['ArrowLeft', at - 1],
    ['ArrowRight', at + 1],
    ['Home', 0],
    ['End', moments.length - 1],
  ])
  const wanted = places.get(key)
  if (wanted === undefined) return false
  stepTo(wanted)
  return true
}
