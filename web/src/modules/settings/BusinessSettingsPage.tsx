import type { Received } from '@heliodesk/contract/call.ts'
import { businessSettings, settingCalls, type BusinessSettings } from '@heliodesk/contract/settings.ts'
import { useState } from 'react'
import { NumberField } from '../../kit/fields/NumberField.tsx'
import { FilesField } from '../../kit/fields/FilesField.tsx'
import type { UploadedFile } from '../../kit/use-uploads.ts'
import { useCall } from '../../lib/queries.ts'
import { SwitchSetting } from './fields.tsx'
import { SettingsFrame } from './SettingsFrame.tsx'
import { SettingsLoading } from './SettingsLoading.tsx'
import type { Draft } from './use-draft.ts'
import { useSection } from './use-section.ts'
import { VersionNotes } from './VersionNotes.tsx'

type Loaded = Received<typeof settingCalls.business>

/** 业务配置: guides, version notes and limits for daily work. */
export function BusinessSettingsPage() {
  const { data, error, refetch } = useCall(settingCalls.business, {})
  if (!data) return <SettingsLoading title="业务配置" error={error} onRetry={() => void refetch()} />
  return <BusinessSettingsForm loaded={data} refetch={refetch} />
}

type FormProps = { loaded: Loaded; refetch: () => Promise<{ data?: Loaded }> }

function BusinessSettingsForm({ loaded, refetch }: FormProps) {
  const { draft, setUploading, frame } = useSection<
    BusinessSettings,
    typeof settingCalls.business,
    typeof settingCalls.editBusiness
  >({
    read: settingCalls.business,
    edit: settingCalls.editBusiness,
    changes: settingCalls.businessChanges,
    schema: businessSettings,
    loaded,
    refetch,
  })
  return (
    <SettingsFrame
      {...frame}
      title="业务配置"
      sections={[
        {
          id: 'guides',
          title: '引导',
          lead: '每人只看一次',
          body: (
            <>
              <SwitchSetting
                draft={draft}
                name="noviceGuide"
                label="新手引导"
                hint="第一次进入工作台时，逐步介绍主要入口"
              />
              <SwitchSetting
                draft={draft}
                name="performanceGuide"
                label="履约升级引导"
                hint="提示履约界面已升级为履约管理"
              />
            </>
          ),
        },
        {
          id: 'notes',
          title: '版本说明',
          lead: '登录后弹出一次；改动版本号会让所有人再看一次',
          body: <VersionNotes draft={draft} />,
        },
        {
          id: 'manual',
          title: '使用手册',
          lead: '用户菜单中的“使用手册”打开它',
          body: (
            <div className="fields">
              <Manual draft={draft} stored={loaded.manualFile} onBusy={setUploading} />
            </div>
          ),
        },
        {
          id: 'limits',
          title: '附件',
          lead: '对所有上传生效；各类文件自身的上限更小时，以更小的为准',
          body: (
            <div className="fields">
              <NumberField
                {...draft.field('uploadMaxMb')}
                onChange={(value) => draft.set('uploadMaxMb', value ?? 0)}
                controls
                required
                label="单个文件上限"
                suffix="MB"
                hint="1 ~ 2048 MB"
              />
              <NumberField
                {...draft.field('uploadMaxCount')}
                onChange={(value) => draft.set('uploadMaxCount', value ?? 0)}
                controls
                required
                label="附件数量上限"
                suffix="个"
                hint="一次提交 1 ~ 50 个"
              />
            </div>
          ),
        },
      ]}
    />
  )
}

type ManualProps = {
  draft: Draft<BusinessSettings>
  stored: UploadedFile | null
  onBusy: (busy: boolean) => void
}

function Manual({ draft, stored, onBusy }: ManualProps) {
  const [sent, setSent] = useState<UploadedFile | null>(null)
  const file = [sent, stored].find((each) => each?.path === draft.values.manual) ?? null
  return (
    <FilesField
      label="手册文件"
      error={draft.errorOf('manual')}
      purpose="manual"
      max={1}
      value={file ? [file] : []}
      onChange={([fresh]) => {
        setSent(fresh ?? null)
        draft.set('manual', fresh?.path ?? null)
      }}
      onBusy={onBusy}
    />
  )
}
