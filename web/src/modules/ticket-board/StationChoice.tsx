import { ticketBoardCalls, type TicketBoard } from '@heliodesk/contract/ticket-board.ts'
import { SearchSelect, type Found } from '../../kit/SearchSelect.tsx'
import { useSearchWord } from '../../kit/searching.tsx'
import { useCall } from '../../lib/queries.ts'
import css from './ticket-board.module.css'

type StationChoiceProps = {
  /** None until its name is known. */
  value: string | undefined
  /** The station whose board is shown, which keeps its name while others are searched. */
  shown: TicketBoard | undefined
  onChange: (psId: string | undefined) => void
}

/** Chooses the station of the board; those with open tickets come first. */
export function StationChoice({ value, shown, onChange }: StationChoiceProps) {
  const [keyword, setWord] = useSearchWord()
  const stations = useCall(ticketBoardCalls.stations, keyword ? { keyword } : {})
  const choices = (stations.data ?? []).map(({ psId, psName, open, todo }): Found => ({
    value: psId,
    label: psName,
    note: open > 0 ? `${open} 张开着${todo > 0 ? `，${todo} 张待办` : ''}` : undefined,
  }))
  return (
    <SearchSelect
      className={css.station}
      noun="电站"
      label="电站"
      read={stations}
      choices={choices}
      known={shown ? { value: shown.psId, label: shown.psName } : null}
      value={value}
      placeholder="选择电站"
      onWord={setWord}
      onChange={onChange}
    />
  )
}
