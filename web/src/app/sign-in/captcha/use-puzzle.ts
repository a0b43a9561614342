import { useCallback, useEffect, useRef, useState } from 'react'
import { callErrorOf } from '../../../lib/call-errors.ts'
import type { CaptchaAnswer, Puzzle } from '../calls.ts'
import { fetchPuzzle, type CaptchaType, type Verdict } from './captcha.ts'

export type CaptchaProps = {
  /** Sends the call that carries the answer and returns its verdict. */
  submit: (answer: CaptchaAnswer) => Promise<Verdict>
  /** Called one second after the success. */
  onPassed: () => void
}

export type Phase = 'loading' | 'empty' | 'idle' | 'dragging' | 'checking' | 'passed' | 'failed'

type Manner = {
  type: CaptchaType
  failedMs: number
  /** Resets the user's input before the next picture. */
  reset: () => void
  onPassed: () => void
}

const PASSED_MS = 1000

/**
 * Loads a picture at once, after a failure and on every `refresh`. If the server refuses one, there is no picture but a
 * reason (code 6201). `shownAt` is the time of the picture, by `performance.now()`.
 */
export function usePuzzle({ type, failedMs, reset, onPassed }: Manner) {
  const [puzzle, setPuzzle] = useState<Puzzle | null>(null)
  const [phase, setPhase] = useState<Phase>('loading')
  const [message, setMessage] = useState('')
  const request = useRef<AbortController>(null)
  const shownAt = useRef(0)
  const load = useCallback(() => {
    request.current?.abort()
    const controller = new AbortController()
    request.current = controller
    const show = (fresh: Puzzle) => {
      shownAt.current = performance.now()
      setPuzzle(fresh)
      setPhase('idle')
    }
    const clear = (error: unknown) => {
      if (controller.signal.aborted) return
      setPuzzle(null)
      setMessage(callErrorOf(error)?.message ?? '验证没有取到，请重试')
      setPhase('empty')
    }
    fetchPuzzle(type, controller.signal).then(show, clear)
  }, [type])
  useEffect(() => {
    load()
    return () => request.current?.abort()
  }, [load])

  const refresh = () => {
    reset()
    setPhase('loading')
    load()
  }
  useDelay(phase === 'passed', PASSED_MS, onPassed)
  useDelay(phase === 'failed', failedMs, refresh)

  const judged = (verdict: Verdict, success: string) => {
    setMessage(verdict.passed ? success : verdict.message || '验证失败')
    setPhase(verdict.passed ? 'passed' : 'failed')
  }
  return { puzzle, phase, setPhase, message, judged, refresh, shownAt }
}

export function useDelay(active: boolean, delayMs: number, run: () => void): void {
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  })
  useEffect(() => {
    if (!active) return undefined
    const timer = setTimeout(() => latest.current(), delayMs)
    return () => clearTimeout(timer)
  }, [active, delayMs])
}
