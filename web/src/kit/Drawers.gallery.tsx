import { ChevronDown, ChevronUp, Pencil } from 'lucide-react'
import { Input } from 'antd'
import { useState } from 'react'
import { z } from 'zod'
import type { GalleryEntry } from '../../gallery/entry.ts'
import { Opened } from '../../gallery/Hold.tsx'
import { CallError } from '../lib/call.ts'
import { Button, IconButton } from './Button.tsx'
import { DetailLayout } from './DetailLayout.tsx'
import { DetailDrawer, FormDrawer } from './Drawers.tsx'
import { Field } from './Field.tsx'
import { FieldsDrawer } from './FieldsDrawer.tsx'
import { StatusLabel } from './Status.tsx'
import { Timeline } from './Timeline.tsx'
import { useForm } from './use-form.ts'

const space = z.object({
  name: z.string('应为文字').trim().min(1, '此项为必填项').max(32, '最多允许输入32个字符'),
  note: z.string('应为文字').trim().max(200, '最多允许输入200个字符').optional(),
})

const start = { name: '一号方阵', note: '位于山脊南坡' }

type SpaceProps = { open: boolean; onClose: () => void; error?: CallError; switches?: boolean }

/** A drawer's form over a schema, optionally with the detail that it can switch to. */
function Space({ open, onClose, error, switches = false }: SpaceProps) {
  const [editing, setEditing] = useState(false)
  const form = useForm(space, start)
  const close = () => {
    form.reset(start)
    setEditing(false)
    onClose()
  }
  const detail = {
    content: (
      <DetailLayout
        items={[
          { label: '名称', value: start.name },
          { label: '说明', value: start.note },
        ]}
      />
    ),
    editing,
    onSwitch: (wanted: boolean) => {
      form.reset(start)
      setEditing(wanted)
    },
  }
  return (
    <FieldsDrawer
      open={open}
      title={switches && !editing ? '区域详情' : '编辑区域'}
      label={<StatusLabel label="已启用" />}
      verb="保存"
      form={form}
      saving={{ error: error ?? null, busy: false, done: false }}
      onClose={close}
      onRefresh={() => undefined}
      onSend={() => (switches ? setEditing(false) : close())}
      detail={switches ? detail : undefined}
    >
      <Field label="名称" required error={form.errorOf('name')}>
        {(control) => (
          <Input
            {...control}
            value={form.values.name}
            onBlur={() => form.leave('name')}
            onChange={({ target }) => form.set('name', target.value)}
          />
        )}
      </Field>
      <Field label="说明" error={form.errorOf('note')}>
        {(control) => (
          <Input
            {...control}
            value={form.values.note}
            onChange={({ target }) => form.set('note', target.value)}
          />
        )}
      </Field>
    </FieldsDrawer>
  )
}

const stale = new CallError('区域已在别处更新，请刷新后重试', 200, 'space.stale', '8f3c21')

export default {
  title: '抽屉与表单',
  group: '录入',
  states: {
    '表单：标题与状态标签': () => (
      <Opened>{(open, onClose) => <Space open={open} onClose={onClose} />}</Opened>
    ),
    '表单：详情与编辑切换': () => (
      <Opened>{(open, onClose) => <Space open={open} onClose={onClose} switches />}</Opened>
    ),
    '表单：在别处更新': () => (
      <Opened>{(open, onClose) => <Space open={open} onClose={onClose} error={stale} />}</Opened>
    ),
    '表单：未保存时关闭要确认': () => (
      <Opened>
        {(open, onClose) => (
          <FormDrawer
            open={open}
            dirty
            title="新建工单"
            onClose={onClose}
            actions={<Button kind="pri">新建</Button>}
          >
            内容已经改动。
          </FormDrawer>
        )}
      </Opened>
    ),
    '表单：文件上传中不能关闭': () => (
      <Opened>{(open, onClose) => <Uploading open={open} onClose={onClose} />}</Opened>
    ),
    '详情：动作、上一条下一条、侧栏': () => (
      <Opened>
        {(open, onClose) => (
          <DetailDrawer
            open={open}
            onClose={onClose}
            top={<span>GD20261121000017</span>}
            nav={
              <>
                <IconButton icon={ChevronUp} label="上一单" small refusal="已是本页第一单" />
                <IconButton icon={ChevronDown} label="下一单" small />
              </>
            }
            title={
              <>
                3 号逆变器直流侧绝缘阻抗低
                <StatusLabel label="处理中" />
              </>
            }
            actions={
              <>
                <Button>退回</Button>
                <Button kind="pri" icon={Pencil}>
                  填写执行
                </Button>
              </>
            }
            aside={
              <Timeline
                entries={[{ key: '1', title: '创建工单', time: '2026-11-20 09:12:45', color: 'limegreen' }]}
              />
            }
          >
            <DetailLayout
              items={[
                { label: '电站', value: '云岭一期' },
                { label: '负责人', value: ['李志强', '王海燕'] },
                { label: '计划结束', value: null },
              ]}
            />
          </DetailDrawer>
        )}
      </Opened>
    ),
  },
} satisfies GalleryEntry

/** Uploads in progress keep a drawer open; the button completes them. */
function Uploading({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [uploading, setUploading] = useState(true)
  return (
    <FormDrawer
      open={open}
      uploading={uploading}
      title="问题反馈"
      onClose={() => {
        setUploading(true)
        onClose()
      }}
      actions={
        <Button kind="pri" refusal={uploading ? '文件上传中，请稍候' : null}>
          提交
        </Button>
      }
    >
      <Button onClick={() => setUploading(false)}>让上传完成</Button>
    </FormDrawer>
  )
}
