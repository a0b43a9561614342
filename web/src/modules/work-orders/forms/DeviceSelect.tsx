import { stationCalls } from '@heliodesk/contract/stations.ts'
import type { FieldControl } from '../../../kit/Field.tsx'
import { SearchSelect, type Found } from '../../../kit/SearchSelect.tsx'
import { useSearchWord } from '../../../kit/searching.tsx'
import { useCall } from '../../../lib/queries.ts'

type Device = { id: string; name: string; code: string; deviceType: string }

export type KnownDevice = Device & { psId: string }

type DeviceSelectProps = FieldControl & {
  value: string | undefined
  onChange: (value: string | undefined) => void
  psId: string | undefined
  typeId: string | undefined
  /** The preset device, which may not be in the loaded page of the list. */
  known: KnownDevice | null
}

const choiceOf = ({ id, name, code, deviceType }: Device): Found => ({
  value: id,
  label: name,
  note: `${code} · ${deviceType}`,
})

/** Selects an active device of the station by name or code. */
export function DeviceSelect({ psId, typeId, known, ...input }: DeviceSelectProps) {
  const [name, setWord] = useSearchWord()
  const devices = useCall(
    stationCalls.devices,
    { psId: psId ?? '', ...(name ? { name } : {}), ...(typeId ? { typeId } : {}) },
    { enabled: psId !== undefined },
  )
  const found = psId && !devices.isPlaceholderData ? (devices.data ?? []) : []
  return (
    <SearchSelect
      {...input}
      noun="设备"
      read={devices}
      choices={found.map(choiceOf)}
      known={known && choiceOf(known)}
      disabled={psId === undefined}
      placeholder="按名称或编码查找"
      onWord={setWord}
    />
  )
}
