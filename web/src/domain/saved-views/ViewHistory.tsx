import { savedViewCalls } from '@heliodesk/contract/saved-views.ts'
import { formatTime } from '../../kit/format.ts'
import { NoticeDialog } from '../../kit/NoticeDialog.tsx'
import { Reading } from '../../kit/Reading.tsx'
import { Timeline } from '../../kit/Timeline.tsx'
import type { OverlayProps } from '../../kit/use-overlays.tsx'
import { useCall } from '../../lib/queries.ts'
import type { SavedView } from './saved-view.ts'

const titles = { add: '保存视图', edit: '修改', share: '共享', unshare: '取消共享' } as const

/** Who saved, changed and shared a view. */
export function ViewHistory({ view, ...overlay }: OverlayProps & { view: SavedView }) {
  const read = useCall(savedViewCalls.history, { id: view.id })
  return (
    <NoticeDialog {...overlay} title={`视图“${view.name}”的修改记录`}>
      <Reading read={read} name="修改记录" height={80}>
        {(changes) => (
          <Timeline
            entries={changes.map(({ id, action, actorName, time, name, departmentName }) => ({
              key: id,
              title: titles[action],
              person: actorName,
              time: formatTime(time),
              note: departmentName ? `${name}，共享给“${departmentName}”` : name,
              color: action === 'unshare' ? 'red' : 'limegreen',
            }))}
          />
        )}
      </Reading>
    </NoticeDialog>
  )
}
