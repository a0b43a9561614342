import type { GalleryEntry } from '../../gallery/entry.ts'
import { Hold, Opened } from '../../gallery/Hold.tsx'
import { CallError } from '../lib/call.ts'
import { sessionOf } from './session-samples.ts'
import { SessionList, type Ending, type Session, type SessionsProps } from './SessionList.tsx'
import { SessionsDialog } from './SessionsDialog.tsx'

const failed = new CallError('系统繁忙，请稍后重试', 500, 'internal', '8f3c21')

const devices = [sessionOf(1, 'Chrome 141 · Windows 10'), sessionOf(2, 'Safari 18 · iOS 18')]

type Given = Partial<Pick<SessionsProps, 'error' | 'refusal'>> & {
  data?: Session[]
  failure?: CallError
}

const given = ({ data, failure, ...rest }: Given, asked: Ending | null, onAsk: SessionsProps['onAsk']) => ({
  sessions: { data, error: failure ?? null, refetch: () => undefined },
  whose: '您',
  asked,
  onAsk,
  busy: false,
  error: null,
  onEnd: () => onAsk(null),
  ...rest,
})

const Listed = (props: Given) => (
  <Hold<Ending | null> start={null}>{(asked, onAsk) => <SessionList {...given(props, asked, onAsk)} />}</Hold>
)

export default {
  title: '登录设备',
  group: '展示',
  states: {
    本机与另一台: () => <Listed data={devices} />,
    '不能退出，并说明原因': () => <Listed data={devices} refusal="单点登录的会话由对方系统管理" />,
    没有设备: () => <Listed data={[]} />,
    正在加载: () => <Listed />,
    取数失败: () => <Listed failure={failed} />,
    弹窗: () => (
      <Opened>
        {(open, onClose) => (
          <Hold<Ending | null> start={null}>
            {(asked, onAsk) => (
              <SessionsDialog
                open={open}
                title="登录设备"
                endAll="退出其他设备"
                onClose={onClose}
                {...given({ data: devices }, asked, onAsk)}
              />
            )}
          </Hold>
        )}
      </Opened>
    ),
  },
} satisfies GalleryEntry
