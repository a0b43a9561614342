import type { BoardPerson } from '@heliodesk/contract/ticket-board.ts'
import { UserRoundCheck } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../kit/Button.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import { TickField } from '../../kit/fields/TickField.tsx'
import { crewsOf, keyOf } from './board.ts'
import css from './ticket-board.module.css'

type RollCallProps = { inside: readonly BoardPerson[]; onClose: () => void }

/** 点名: whoever calls the roll ticks who answered. Nothing of it is kept. */
export function RollCall({ inside, onClose }: RollCallProps) {
  const [present, setPresent] = useState<ReadonlySet<string>>(new Set())
  const missing = inside.filter((person) => !present.has(keyOf(person)))
  const set = (key: string, isHere: boolean) =>
    setPresent((before) => {
      const next = new Set(before)
      if (isHere) next.add(key)
      else next.delete(key)
      return next
    })
  return (
    <Dialog
      title="点名"
      icon={UserRoundCheck}
      width={480}
      typed
      onClose={onClose}
      buttons={
        <>
          <Button repeatMs={0} onClick={() => setPresent(new Set())}>
            重新点名
          </Button>
          <Button kind="pri" onClick={onClose}>
            结束点名
          </Button>
        </>
      }
    >
      <p>仅供现场点名核对，不留记录。</p>
      <div className={css.roll}>
        {crewsOf(inside).map(({ ticketId, ticketNo, place, people }) => (
          <fieldset key={ticketId}>
            <legend>
              {place}
              <small>{ticketNo}</small>
            </legend>
            {people.map((person) => (
              <TickField
                key={keyOf(person)}
                label={person.name}
                hint={person.partLabel}
                value={present.has(keyOf(person))}
                onChange={(isHere) => set(keyOf(person), isHere)}
              />
            ))}
          </fieldset>
        ))}
      </div>
      <p role="status" className={missing.length > 0 ? css.missing : css.complete}>
        {missing.length > 0
          ? `已到 ${inside.length - missing.length} / ${inside.length}，未到：${missing.map(({ name }) => name).join('、')}`
          : `${inside.length} 人全部到齐`}
      </p>
    </Dialog>
  )
}
