import { Fragment, useState, type ReactNode } from 'react'
import { afterAnswer } from '../lib/after-answer.ts'
import { useOverlay } from './use-overlay.ts'

/** The props that a dialog or drawer gets from `useOverlays`. */
export type OverlayProps = { open: boolean; onClose: () => void }
export type Overlay = (props: OverlayProps) => ReactNode

type Kinds = Record<string, (props: OverlayProps, subject: never) => ReactNode>
type Args<Kind> = Kind extends (props: never, ...subject: infer Subject) => ReactNode ? Subject : never
type OnlyOf<Subjects> = Subjects extends [infer Subject] ? Subject : never

/**
 * The single dialog or drawer that a page shows at a time, by its kind: `show('edit', user)` opens the result of
 * `kinds.edit` for that user. Render `shown` in the page; `subject` is the value that was opened.
 */
export function useOverlays<K extends Kinds>(kinds: K) {
  const [wanted, setWanted] = useState<{ kind: keyof K; subject: unknown } | null>(null)
  const { value, open, key } = useOverlay(wanted)
  return {
    show: <Kind extends keyof K>(kind: Kind, ...[subject]: Args<K[Kind]>) =>
      afterAnswer(() => setWanted({ kind, subject })),
    subject: open && value ? (value.subject as OnlyOf<Args<K[keyof K]>> | undefined) : undefined,
    // The outer fragment keeps the key from meeting an equal one among the siblings of `shown`.
    shown: value && (
      <>
        <Fragment key={key}>
          {kinds[value.kind]!(
            { open, onClose: () => afterAnswer(() => setWanted(null)) },
            value.subject as never,
          )}
        </Fragment>
      </>
    ),
  }
}
