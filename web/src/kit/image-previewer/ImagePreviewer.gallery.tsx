import type { GalleryEntry } from '../../../gallery/entry.ts'
import { drawnPicture, shownFile } from '../../../gallery/file-samples.ts'
import { Opened } from '../../../gallery/Hold.tsx'
import { ImagePreviewer } from './ImagePreviewer.tsx'
import type { ImageItem } from './view.ts'

const colours = ['#c8722a', '#5a7fa8', '#6b8e5a', '#8464a0']

const pictures = (count: number, size?: [number, number]): ImageItem[] =>
  Array.from({ length: count }, (_each, at) =>
    shownFile(`现场 ${at + 1}.png`, drawnPicture(colours[at % colours.length]!, String(at + 1), size)),
  )

type PreviewProps = { items: readonly ImageItem[]; wraps?: boolean; start?: number }

const Preview = (props: PreviewProps) => (
  <Opened text="预览">{(open, onClose) => open && <ImagePreviewer {...props} onClose={onClose} />}</Opened>
)

const pdf = shownFile('操作手册.pdf', '/manual.pdf', 'application/pdf')

export default {
  title: '图片预览',
  group: '文件',
  states: {
    一张: () => <Preview items={pictures(1)} />,
    '几张，缩略图居中': () => <Preview items={pictures(4)} start={1} />,
    '许多张，缩略图懒加载': () => <Preview items={pictures(200)} />,
    两端不相连: () => <Preview items={pictures(3)} wraps={false} />,
    竖图: () => <Preview items={pictures(2, [600, 1600])} />,
    图片地址: () => <Preview items={[drawnPicture('#6b8e5a', 'url'), drawnPicture('#8464a0', 'url')]} />,
    加载失败: () => <Preview items={['/no/such.png', ...pictures(1)]} />,
    'PDF，有首页预览': () => (
      <Preview items={[{ ...pdf, fileUrlPreview: drawnPicture('#777', 'PDF', [900, 1200]) }]} />
    ),
    'PDF，没有预览': () => <Preview items={[pdf]} />,
    不能预览的文件: () => <Preview items={[shownFile('台账.xlsx', '/a.xlsx', 'application/vnd.ms-excel')]} />,
  },
} satisfies GalleryEntry
