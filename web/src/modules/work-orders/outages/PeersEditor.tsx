import { LEAST_PEERS } from '@heliodesk/contract/outage-categories.ts'
import type { Peer } from '@heliodesk/contract/outages.ts'
import { Trash2 } from 'lucide-react'
import { AddButton } from '../../../kit/AddButton.tsx'
import { IconButton } from '../../../kit/Button.tsx'
import { NumberField } from '../../../kit/fields/NumberField.tsx'
import { TextField } from '../../../kit/fields/TextField.tsx'
import css from './outages.module.css'

const MOST_PEERS = 20

export type PeerDraft = { [Name in keyof Peer]?: Peer[Name] | undefined }
type PeersEditorProps = {
  peers: readonly PeerDraft[]
  error: string | null
  onChange: (peers: PeerDraft[]) => void
}

/** Healthy devices of the same orientation, and what they produced meanwhile. */
export function PeersEditor({ peers, error, onChange }: PeersEditorProps) {
  const change = (at: number, change_: PeerDraft) =>
    onChange(peers.map((peer, place) => (place === at ? { ...peer, ...change_ } : peer)))
  return (
    <div className={css.peers}>
      <h2>参照设备</h2>
      <p className="t2 s13">
        同朝向、正常运行的设备在停机期间的发电量，至少 {LEAST_PEERS} 台，取中位数；可不填
      </p>
      {peers.map((peer, at) => (
        // Rows have no id and are only added at the end.
        // eslint-disable-next-line react/no-array-index-key
        <fieldset key={at} className={css.peer}>
          <legend className="sr">参照设备第 {at + 1} 台</legend>
          <TextField label="设备" error={null} value={peer.name} onChange={(name) => change(at, { name })} />
          <NumberField
            label="额定功率"
            suffix="kW"
            precision={3}
            value={peer.kw}
            onChange={(kw) => change(at, { kw })}
          />
          <NumberField
            label="发电量"
            suffix="kWh"
            precision={2}
            value={peer.kwh}
            onChange={(kwh) => change(at, { kwh })}
          />
          <IconButton
            icon={Trash2}
            label={`删除参照设备第 ${at + 1} 台`}
            onClick={() => onChange(peers.filter((_peer, place) => place !== at))}
          />
        </fieldset>
      ))}
      {error && (
        <p className="err s13" role="alert">
          {error}
        </p>
      )}
      <AddButton
        text="添加参照设备"
        refusal={peers.length >= MOST_PEERS ? `最多 ${MOST_PEERS} 台` : null}
        onAdd={() => onChange([...peers, {}])}
      />
    </div>
  )
}
