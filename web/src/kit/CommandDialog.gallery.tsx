import type { GalleryEntry } from '../../gallery/entry.ts'
import { Opened } from '../../gallery/Hold.tsx'
import { CallError } from '../lib/call.ts'
import { CommandDialog } from './CommandDialog.tsx'
import type { Saving } from './use-saving.ts'

const quiet: Saving = { error: null, busy: false, done: false }
const failed = (message: string, code: string): Saving => ({
  ...quiet,
  error: new CallError(message, 200, code, '8f3c1a'),
})

type RoleProps = { open: boolean; onClose: () => void; saving?: Saving; closed?: string }

const Role = ({ onClose, saving = quiet, ...rest }: RoleProps) => (
  <CommandDialog
    {...rest}
    danger
    title="删除角色“检修班长”？"
    text="只能删除没有用户的角色；删除后不可恢复。"
    verb="删除"
    saving={saving}
    onConfirm={onClose}
    onClose={onClose}
    onRefresh={onClose}
  />
)

export default {
  title: '命令确认',
  group: '操作',
  states: {
    普通: () => <Opened>{(open, onClose) => <Role open={open} onClose={onClose} />}</Opened>,
    正在进行: () => (
      <Opened>
        {(open, onClose) => <Role open={open} onClose={onClose} saving={{ ...quiet, busy: true }} />}
      </Opened>
    ),
    没有成功: () => (
      <Opened>
        {(open, onClose) => (
          <Role
            open={open}
            onClose={onClose}
            saving={failed('角色下还有 3 个用户，不能删除', 'role.in_use')}
          />
        )}
      </Opened>
    ),
    被他人更新: () => (
      <Opened>
        {(open, onClose) => (
          <Role
            open={open}
            onClose={onClose}
            saving={failed('角色已被他人更新，请刷新后重试', 'role.stale')}
          />
        )}
      </Opened>
    ),
    已不能做: () => (
      <Opened>{(open, onClose) => <Role open={open} onClose={onClose} closed="内置角色不能删除" />}</Opened>
    ),
  },
} satisfies GalleryEntry
