import { templateCalls } from '@heliodesk/contract/templates.ts'
import { Download, Eye, Pencil } from 'lucide-react'
import { useState } from 'react'
import { Button, IconButton } from '../../kit/Button.tsx'
import { DetailLayout } from '../../kit/DetailLayout.tsx'
import { DetailDrawer } from '../../kit/Drawers.tsx'
import { formatMinute, formatSize } from '../../kit/format.ts'
import { isPreviewable } from '../../kit/image-previewer/view.ts'
import { ErrorStrip } from '../../kit/States.tsx'
import { useCall } from '../../lib/queries.ts'
import { Kind } from './template-list.tsx'
import { downloadTemplate, downloadVersion, type Template } from './template.ts'
import css from './templates.module.css'
import { lazily } from '../../kit/lazily.tsx'

const ImagePreviewer = lazily(
  async () => (await import('../../kit/image-previewer/ImagePreviewer.tsx')).ImagePreviewer,
)

type TemplateDrawerProps = { template: Template; open: boolean; onClose: () => void; onEdit: () => void }

/** The detail of a template, with all its file versions. */
export function TemplateDrawer({ template, open, onClose, onEdit }: TemplateDrawerProps) {
  const { name, remark, fileVersion, fileName, size, updatedBy, updateTime, fileUrlPreview } = template
  const [previewing, setPreviewing] = useState(false)
  const opens = fileUrlPreview !== null || isPreviewable(template)
  return (
    <DetailDrawer
      open={open}
      onClose={onClose}
      top={<span>模板附件</span>}
      title={
        <>
          {name} <span className="tag ln">V{fileVersion}</span>
        </>
      }
      actions={
        <>
          {opens && (
            <Button icon={Eye} onClick={() => setPreviewing(true)}>
              预览
            </Button>
          )}
          <Button code="template:manage" icon={Pencil} onClick={onEdit}>
            编辑
          </Button>
          <Button kind="pri" icon={Download} onClick={() => downloadTemplate(template)}>
            下载
          </Button>
        </>
      }
    >
      <DetailLayout
        items={[
          { label: '文件', value: fileName, span: 2 },
          { label: '类型', value: <Kind {...template} /> },
          { label: '大小', value: formatSize(size) },
          { label: '更新人', value: updatedBy },
          { label: '更新时间', value: formatMinute(updateTime) },
          { label: '说明', value: remark, span: 3 },
        ]}
      />
      <Versions id={template.id} />
      {previewing && (
        <ImagePreviewer items={[{ ...template, name: fileName }]} onClose={() => setPreviewing(false)} />
      )}
    </DetailDrawer>
  )
}

function Versions({ id }: { id: string }) {
  const read = useCall(templateCalls.versions, { id })
  return (
    <section className="sec">
      <h2>历史版本</h2>
      {read.error && (
        <ErrorStrip title="历史版本没有取到" error={read.error} onRetry={() => void read.refetch()} />
      )}
      <ol className={`touch ${css.templateVersions}`} aria-label="历史版本">
        {read.data?.map(({ fileVersion, fileName, size, createdBy, createTime }) => (
          <li key={fileVersion} className="row">
            <span className="tag ln">V{fileVersion}</span>
            <span className="ell grow" title={fileName}>
              {fileName}
            </span>
            <span className={`t3 ${css.t3}`}>
              {formatSize(size)} · {createdBy} · {formatMinute(createTime)}
            </span>
            <IconButton
              icon={Download}
              label={`下载 V${fileVersion} ${fileName}`}
              small
              onClick={() => downloadVersion(id, fileName, fileVersion)}
            />
          </li>
        ))}
      </ol>
    </section>
  )
}
