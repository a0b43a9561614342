import { create } from 'zustand'
import type { CallError } from './answers.ts'

/** The right that the person asks about; `app/workspace/RightRequest.tsx` shows who could grant it. */
export const useMissingRight = create<{ perm: string | null }>(() => ({ perm: null }))

export const askWhoGrants = (perm: string | null): void => useMissingRight.setState({ perm })

/** The right that a refused call names at the end of its message; failures carry no data. Null for other failures. */
export const missingRightOf = ({ code, message }: Pick<CallError, 'code' | 'message'>): string | null =>
  code === 'missing_right' ? (/（(\w+:\w+)）$/.exec(message)?.[1] ?? null) : null
