import { Download, Plus } from 'lucide-react'
import type { GalleryEntry } from '../../gallery/entry.ts'
import { told } from '../../gallery/told.ts'
import { Button } from './Button.tsx'
import { PageHead } from './PageHead.tsx'

export default {
  title: '页头',
  group: '展示',
  states: {
    '标题、事实、动作': () => (
      <PageHead
        title="电站档案"
        facts="118 座 · 3,412 MW"
        actions={
          <>
            <Button icon={Download} onClick={told('导出')}>
              导出
            </Button>
            <Button kind="pri" icon={Plus} onClick={told('新增电站')}>
              新增电站
            </Button>
          </>
        }
      />
    ),
    只有标题: () => <PageHead title="系统配置" />,
  },
} satisfies GalleryEntry
