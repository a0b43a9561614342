import type { GalleryEntry } from '../../gallery/entry.ts'
import { drawnPicture, shownFile } from '../../gallery/file-samples.ts'
import { FileTiles } from './FileTiles.tsx'

const files = [
  shownFile('逆变器.png', drawnPicture('#c8722a', '1')),
  shownFile('接头温度.jpg', drawnPicture('#5a7fa8', '2'), 'image/jpeg'),
  { ...shownFile('操作手册.pdf', '/manual.pdf', 'application/pdf'), fileUrlPreview: drawnPicture('#777') },
  shownFile('台账.xlsx', '/ledger.xlsx', 'application/vnd.ms-excel'),
]

export default {
  title: '附件展示',
  group: '文件',
  states: {
    图片: () => <FileTiles label="附件" files={files} />,
    列表: () => <FileTiles label="附件" look="list" files={files} />,
    没有文件时不占地方: () => <FileTiles label="附件" files={[]} />,
  },
} satisfies GalleryEntry
