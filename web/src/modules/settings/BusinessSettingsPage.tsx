import { businessSettings, settingCalls, type BusinessSettings } from '@heliodesk/contract/settings.ts'
import { FilesField } from '../../kit/fields/FilesField.tsx'
import { TextListField } from '../../kit/fields/TextListField.tsx'
import type { UploadedFile } from '../../kit/use-uploads.ts'
import { NumberSetting, useFileSetting } from './fields.tsx'
import { SettingsPage } from './SettingsPage.tsx'
import { GradeSettings } from './GradeSettings.tsx'
import { CleaningSettings } from './CleaningSettings.tsx'
import { LossSettings } from './LossSettings.tsx'
import { TicketSettings } from './TicketSettings.tsx'
import { AppearanceSettings } from './AppearanceSettings.tsx'
import { ExtensionSettings } from './ExtensionSettings.tsx'
import type { Draft } from './use-draft.ts'
import { VersionNotes } from './VersionNotes.tsx'

/** 业务配置: guides, version notes and limits for daily work. */
export const BusinessSettingsPage = () => (
  <SettingsPage
    title="业务配置"
    read={settingCalls.business}
    edit={settingCalls.editBusiness}
    changes={settingCalls.businessChanges}
    schema={businessSettings}
    sectionsOf={({ draft, loaded, onBusy }) => [
      {
        id: 'guides',
        title: '引导',
        lead: '每人只看一次',
        switches: {
          noviceGuide: { hint: '第一次进入工作台时，逐步介绍主要入口' },
          performanceGuide: { hint: '提示履约界面已升级为履约管理' },
        },
      },
      {
        id: 'notes',
        title: '版本说明',
        lead: '登录后弹出一次；改动版本号会让所有人再看一次',
        fields: <VersionNotes draft={draft} />,
      },
      {
        id: 'manual',
        title: '使用手册',
        lead: '用户菜单中的“使用手册”打开它',
        fields: <Manual draft={draft} stored={loaded.manualFile} onBusy={onBusy} />,
      },
      {
        id: 'limits',
        title: '附件',
        lead: '对所有上传生效；各类文件自身的上限更小时，以更小的为准',
        fields: (
          <>
            <NumberSetting
              draft={draft}
              name="uploadMaxMb"
              label="单个文件上限"
              suffix="MB"
              hint="1 ~ 2048 MB"
            />
            <NumberSetting draft={draft} name="uploadMaxCount" suffix="个" hint="一次提交 1 ~ 50 个" />
          </>
        ),
      },
      {
        id: 'extension',
        title: '工单延期',
        lead: '执行人申请延期时按此检查',
        fields: <ExtensionSettings draft={draft} />,
      },
      {
        id: 'grades',
        title: '缺陷等级',
        lead: '承诺完成时间按恢复时限预填，从录入系统起算',
        fields: <GradeSettings draft={draft} />,
      },
      {
        id: 'cleaning',
        title: '清洗效益',
        lead: '清洗工单的多发电量、回本天数和最佳间隔按此计算；已验收的不再变化',
        fields: <CleaningSettings draft={draft} />,
      },
      {
        id: 'losses',
        title: '停机损失',
        lead: '工单的损失电量和电费，没有实测数据时按此计算；已关闭的工单不再变化',
        fields: <LossSettings draft={draft} />,
      },
      {
        id: 'appearance',
        title: '站容站貌',
        lead: '检查单的达标和整改按此判断；已完成的工单不再变化',
        fields: <AppearanceSettings draft={draft} />,
      },
      {
        id: 'tickets',
        title: '两票',
        lead: '三种人名单和接地线台账按此检查和提示',
        fields: <TicketSettings draft={draft} />,
      },
      {
        id: 'comments',
        title: '工单评论',
        lead: '超过时限后，评论不能再修改或删除',
        fields: (
          <NumberSetting
            draft={draft}
            name="commentMinutes"
            label="可修改、删除的时限"
            suffix="分钟"
            hint="从发表起算，只限本人，1 ~ 1440 分钟"
          />
        ),
      },
      {
        id: 'field',
        title: '现场作业',
        lead: '手机上的“填写执行”按此检查；电脑上提交不受影响',
        switches: { signSubmit: { hint: '在手机上提交验收前，作业人员须在屏幕上签名' } },
      },
      {
        id: 'plans',
        title: '工单计划',
        lead: '任务视图的工时和改期时的重叠检查按此计算',
        fields: (
          <>
            <NumberSetting
              draft={draft}
              name="dayHours"
              label="每人每天工时"
              suffix="小时"
              hint="超过即为超负荷，1 ~ 24 小时"
            />
            <NumberSetting
              draft={draft}
              name="bookingHours"
              label="占用人员的最长计划"
              suffix="小时"
              hint="更长的计划是完成期限，不占满人员，1 ~ 720 小时"
            />
          </>
        ),
      },
      {
        id: 'processes',
        title: '流程',
        lead: '对所有流程生效',
        fields: (
          <>
            <NumberSetting
              draft={draft}
              name="urgeMinutes"
              suffix="分钟"
              hint="同一流程两次催办至少间隔，1 ~ 1440 分钟"
            />
            <OpinionPhrases draft={draft} />
          </>
        ),
      },
      {
        id: 'dispatch',
        title: '派单',
        lead: '指派工单时按得分给人员排序；三项之和不必是 100',
        fields: (
          <>
            <NumberSetting
              draft={draft}
              name="dispatchDistance"
              suffix="分"
              hint="今天所在的电站离得越近越高，200 km 以外为 0"
            />
            <NumberSetting
              draft={draft}
              name="dispatchLoad"
              suffix="分"
              hint="在办工单越少越高，12 单以上为 0"
            />
            <NumberSetting
              draft={draft}
              name="dispatchKnown"
              suffix="分"
              hint="办过这台设备、同型号设备、本站工单越多越高"
            />
          </>
        ),
      },
    ]}
  />
)

const MOST_PHRASES = 20

/** Offered to everybody who writes an opinion. */
function OpinionPhrases({ draft }: { draft: Draft<BusinessSettings> }) {
  const phrases = draft.values.opinionPhrases
  return (
    <TextListField
      label="常用意见"
      className="wide"
      error={draft.errorOf('opinionPhrases')}
      hint={`${phrases.length}/${MOST_PHRASES} 条，每条最多 100 个字`}
      texts={phrases}
      most={MOST_PHRASES}
      onChange={(texts) => draft.set('opinionPhrases', texts)}
    />
  )
}

type ManualProps = {
  draft: Draft<BusinessSettings>
  stored: UploadedFile | null
  onBusy: (busy: boolean) => void
}

function Manual({ draft, stored, onBusy }: ManualProps) {
  const { input } = useFileSetting(draft, 'manual', stored)
  return <FilesField label="手册文件" error={draft.errorOf('manual')} {...input} onBusy={onBusy} />
}
