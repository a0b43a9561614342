import type { GalleryEntry } from '../../gallery/entry.ts'
import { drawnPicture, shownFile } from '../../gallery/file-samples.ts'
import { Hold } from '../../gallery/Hold.tsx'
import { Field } from './Field.tsx'
import { FilesInput } from './FilesInput.tsx'
import { SendingLine, SendingTile } from './Sending.tsx'
import { uploadHint, type Upload, type UploadedFile, type UploadsOptions } from './use-uploads.ts'

const stored = (name: string, colour: string): UploadedFile => ({
  ...shownFile(name, drawnPicture(colour)),
  fileName: name,
  pathName: `ab/${name}`,
})

const two = [stored('逆变器.png', '#c8722a'), stored('接头温度.png', '#5a7fa8')]

const fiveOf = [
  ...two,
  stored('箱变.png', '#6b8e5a'),
  stored('支架.png', '#8464a0'),
  stored('围栏.png', '#b98512'),
]

type ControlProps = Partial<UploadsOptions> & {
  look?: 'pictures' | 'list'
  start?: UploadedFile[]
  error?: string
}

/** The control in its field, uploading to the real server. */
function Control({ start, error, purpose = 'picture', ...rest }: ControlProps) {
  return (
    <Hold start={start ?? ([] as UploadedFile[])}>
      {(value, onChange) => (
        <Field label="附件" error={error ?? null} hint={uploadHint(purpose, rest.max)}>
          {(control) => (
            <FilesInput control={control} purpose={purpose} value={value} onChange={onChange} {...rest} />
          )}
        </Field>
      )}
    </Hold>
  )
}

const sending = (change: Partial<Upload>): Upload => ({
  key: 'k',
  box: 'b',
  page: '/',
  file: new File([new Uint8Array(345_678)], '现场照片 2026-11-21.png', { type: 'image/png' }),
  picture: drawnPicture('#c8722a'),
  input: { purpose: 'picture' },
  state: 'sending',
  part: 0.42,
  error: null,
  lost: false,
  stored: null,
  ...change,
})

const phases: Upload[] = [
  sending({ state: 'waiting', part: 0 }),
  sending({}),
  sending({ state: 'failed', error: '文件上传失败，请重试', lost: true }),
  sending({ state: 'failed', error: '请上传小于10MB文件!' }),
]

const nothing = () => undefined

const Phases = ({ of: Sending, className }: { of: typeof SendingTile; className: string }) => (
  <ul className={className}>
    {phases.map((upload, at) => (
      <li key={at}>
        <Sending upload={upload} onRetry={nothing} />
      </li>
    ))}
  </ul>
)

export default {
  title: '文件上传',
  group: '文件',
  states: {
    '还没有文件，图片': () => <Control />,
    '还没有文件，列表': () => <Control look="list" purpose="mail" />,
    '已有文件，图片': () => <Control start={two} />,
    '已有文件，列表': () => <Control look="list" start={two} />,
    '已满 5 个，不能再选': () => <Control start={fiveOf} />,
    '只要一个，再选则替换': () => <Control max={1} start={two.slice(0, 1)} />,
    图片尺寸有上限: () => <Control limits={{ maxWidth: 800, maxHeight: 600 }} />,
    允许同名: () => <Control duplicates />,
    不限格式: () => <Control purpose="station" look="list" />,
    校验未通过: () => <Control error="此项为必填项" />,
    上传的各阶段: () => <Phases of={SendingTile} className="file-tiles" />,
    '上传的各阶段，列表': () => <Phases of={SendingLine} className="file-lines" />,
  },
} satisfies GalleryEntry
