import type { Call, Received, Sent } from '@heliodesk/contract/call.ts'
import { own } from '@heliodesk/contract/own.ts'
import type { CallError } from '../lib/call.ts'
import { notify } from '../lib/notices.ts'
import { useCommand } from '../lib/queries.ts'

/** What a drawer or dialog shows of the command it sends. */
export type Saving = {
  /** Why the last try failed, unless a field says so itself. */
  error: CallError | null
  busy: boolean
  /** Done: nothing is unsaved any more. */
  done: boolean
}

type SavingOptions<C extends Call> = {
  /** Queries that show what this command changes. */
  refresh: readonly Call<'query'>[]
  /** Told once it is done: what happened and, where it helps, to which one. */
  said?: (answer: Received<C>, input: Sent<C>) => readonly [title: string, text?: string]
  /** The form whose values are sent, for `faults`. */
  form?: { refuse: (names: readonly string[], message: string) => void }
  /** By the error's code, the fields it is about: said at the first, until one of them changes. */
  faults?: Readonly<Record<string, readonly string[]>>
  onClose?: () => void
  onSaved?: (answer: Received<C>, input: Sent<C>) => void
}

/** The command of a form or a question: once it is done it says so, closes and hands on what came of it. */
export function useSaving<C extends Call<'command'>>(
  call: C,
  { refresh, said, form, faults = {}, onClose, onSaved }: SavingOptions<C>,
): Saving & { send: (input: Sent<C>) => void; reset: () => void } {
  const command = useCommand(call, {
    refresh,
    errors: 'own',
    onSuccess: (answer, input) => {
      if (said) {
        const [title, text] = said(answer, input)
        notify({ kind: 'success', title, text })
      }
      onClose?.()
      onSaved?.(answer, input)
    },
  })
  const onError = ({ code, message }: CallError) => {
    const fields = own(faults, code)
    if (fields) form?.refuse(fields, message)
  }
  return {
    error: command.error && !own(faults, command.error.code) ? command.error : null,
    busy: command.isPending,
    done: command.isSuccess,
    send: (input) => command.mutate(input, { onError }),
    reset: command.reset,
  }
}
