import { settingCalls, systemSettings } from '@heliodesk/contract/settings.ts'
import { TextField } from '../../kit/fields/TextField.tsx'
import { NumberSetting } from './fields.tsx'
import { LogoSetting } from './LogoSetting.tsx'
import { Quotas } from './Quotas.tsx'
import { Recipients } from './Recipients.tsx'
import { Retention } from './Retention.tsx'
import { SettingsPage } from './SettingsPage.tsx'
import { SisterAddresses } from './SisterAddresses.tsx'

const DISPLAYS = {
  hasScreen: { hint: '开启后，有大屏菜单权限的人员可从用户菜单进入' },
  JDScreen: { hint: '开启后，有权限的人员可从顶栏在新窗口打开' },
}

/** 系统配置: the company's branding, sister systems and channels. */
export const SystemSettingsPage = () => (
  <SettingsPage
    title="系统配置"
    read={settingCalls.system}
    edit={settingCalls.editSystem}
    changes={settingCalls.systemChanges}
    schema={systemSettings}
    sectionsOf={({ draft, loaded, onBusy }) => [
      {
        id: 'face',
        title: '企业形象',
        lead: '显示在顶栏、页面标题和登录页',
        fields: (
          <>
            <TextField {...draft.field('productName')} required hint="最多 20 个字，显示在顶栏和浏览器标题" />
            <TextField
              {...draft.field('filingNumber')}
              placeholder="例如 京ICP备00000000号-1"
              hint="显示在登录页底部；不填则使用服务器的备案号"
            />
            <LogoSetting draft={draft} stored={loaded.logoFile} onBusy={onBusy} />
          </>
        ),
      },
      {
        id: 'features',
        title: '功能开关',
        lead: '关闭的功能不会出现在任何人的菜单里',
        switches: {
          ...Object.fromEntries(loaded.displays.map((name) => [name, DISPLAYS[name]])),
          fixedHide: { hint: '页面向下滚动超过 100 像素后收起顶栏，让内容更高' },
          AIGC: { hint: '在顶栏显示助手图标，需同时填写下面的地址' },
        },
        fields: (
          <TextField
            {...draft.field('assistantUrl')}
            className="wide"
            placeholder="https://"
            hint="问答页面的地址，其来源须由运维人员加入环境变量 FRAME_SOURCES"
          />
        ),
      },
      {
        id: 'sisters',
        title: '姊妹系统',
        lead: '没有地址的系统不会出现在产品切换里；地址的来源须由运维人员加入环境变量 SISTER_SOURCES',
        fields: (
          <>
            <TextField
              {...draft.field('host')}
              className="wide"
              placeholder="例如 example.com"
              hint="代替地址中的 {host}；不填则只显示地址完整的系统"
            />
            <SisterAddresses draft={draft} />
          </>
        ),
      },
      {
        id: 'sign-in',
        title: '登录与短信',
        lead: '账号密码登录始终可用',
        switches: {
          personalTokens: {
            hint: '开启后，每个人可以在个人主页为自己的程序创建令牌，权限不超过本人；关闭后不能再创建，已有的个人令牌立即停用',
          },
          phoneLogin: { hint: '关闭后，本公司人员只能用账号密码或单点登录；找回密码不受影响' },
          fourEyes: {
            hint: '开启后，角色的权限和人员的角色变更须由另一名有同样权限的人员在“角色 · 待复核”中通过才生效；关闭后，已提交的仍须复核',
          },
          adminSecondFactor: {
            hint: '开启后，管理员角色的人员用密码或手机登录时须输入动态口令，未绑定的在登录时绑定；请先在个人主页为自己开启',
          },
        },
        fields: (
          <>
            <NumberSetting
              draft={draft}
              name="sessionHours"
              label="登录最长时长"
              suffix="小时"
              hint="1 ~ 8760 小时；登录满这么久后须重新登录，对已登录的人员同样生效"
            />
            <TextField
              {...draft.field('smsSignName')}
              placeholder="例如 晴天新能源"
              hint="须已在短信服务商处审核通过；不填则使用服务器的签名"
            />
          </>
        ),
      },
      {
        id: 'privacy',
        title: '数据保护',
        lead: '页面上的水印始终显示',
        switches: {
          exportMark: {
            hint: '开启后，导出的 XLSX 在页眉、页脚和文档属性中写明导出人与时间，打印和另存的 PDF 带水印；CSV 文件没有可写的位置',
          },
        },
      },
      {
        id: 'retention',
        title: '数据保留',
        lead: '超过期限的每小时清理一次，不可恢复；工单、两票等业务记录一直保留',
        fields: <Retention draft={draft} />,
      },
      {
        id: 'quotas',
        title: '用量与配额',
        lead: '由平台运营方设置；达到上限后不能再新增',
        fields: <Quotas />,
      },
      {
        id: 'mailbox',
        title: '总经理信箱',
        lead: '员工写信，收信人答复，答复只有写信人看得到',
        switches: { mailbox: { label: '开放信箱', hint: '关闭后顶栏不再显示信箱，已有信件保留' } },
        fields: <Recipients draft={draft} known={loaded.recipients} disabled={!draft.values.mailbox} />,
      },
    ]}
  />
)
