import type { Call, Received, Sent } from '@heliodesk/contract/call.ts'
import { own } from '@heliodesk/contract/own.ts'
import type { CallError } from '../lib/call.ts'
import { notify } from '../lib/notices.ts'
import { useCommand } from '../lib/queries.ts'

/** The state of a command that a drawer or dialog shows. */
export type Saving = {
  /** Why the last attempt failed, unless a field shows it. */
  error: CallError | null
  busy: boolean
  /** The command succeeded: nothing is unsaved any more. */
  done: boolean
}

type SavingOptions<C extends Call> = {
  /** The notice after success: what happened and, where it helps, to which record. */
  said?: (answer: Received<C>, input: Sent<C>) => readonly [title: string, text?: string]
  /** The form whose values are sent, for `faults`. */
  form?: { refuse: (names: readonly string[], message: string) => void }
  /** Maps an error code to the fields it is about. The message shows at the first one until one of them changes. */
  faults?: Readonly<Record<string, readonly string[]>>
  onClose?: () => void
  onSaved?: (answer: Received<C>, input: Sent<C>) => void
}

/**
 * The command of a form or a confirmation. After success it shows a notice, closes the overlay and passes on the
 * answer.
 */
export function useSaving<C extends Call<'command'>>(
  call: C,
  { said, form, faults = {}, onClose, onSaved }: SavingOptions<C>,
): Saving & { send: (input: Sent<C>) => void; reset: () => void } {
  const command = useCommand(call, {
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
