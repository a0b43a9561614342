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

type RoleProps = { saving?: Saving; closed?: string }

const Role = ({ saving = quiet, closed }: RoleProps) => (
  <Opened>
    {(open, onClose) => (
      <CommandDialog
        open={open}
        closed={closed}
        danger
        title="删除角色“检修班长”？"
        text="只能删除没有用户的角色；删除后不可恢复。"
        verb="删除"
        {...{ saving, onClose }}
        onConfirm={onClose}
        onRefresh={onClose}
      />
    )}
  </Opened>
)

export default {
  title: '命令确认',
  group: '操作',
  states: {
    普通: () => <Role />,
    正在进行: () => <Role saving={{ ...quiet, busy: true }} />,
    没有成功: () => <Role saving={failed('角色下还有 3 个用户，不能删除', 'role.in_use')} />,
    在别处更新: () => <Role saving={failed('角色已在别处更新，请刷新后重试', 'role.stale')} />,
    已不能做: () => <Role closed="内置角色不能删除" />,
  },
} satisfies GalleryEntry
