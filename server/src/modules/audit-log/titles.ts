/** Titles of columns, which mean the same in every table, as `column=title`. A test finds columns that lack one. */
const pairs = `
decided_by=决定人 decided_name=决定人姓名 outcome=结果 people=人员 seen=提出时的权限 added=新增
about=说明 action=操作 edited=修改 operator=平台运营方 ac_kw=交流容量 accepted_at=验收时间 active=启用 actor_id=操作人 actual_end_time=实际结束 actual_start_time=实际开始
added_at=添加时间 added_by=添加人 address=地址 agreed=已同意 always_show=总是显示 answered_version=答复版本 applicant_id=申请人
area_name=区域 asked_at=提出时间 asked_by=提出人 asked_name=提出人姓名 asker_id=申请人 assessed=定损金额 assessed_by=评分人
behalf_id=代谁办理 payload=变更内容 step=办理环节 assist_user_ids=协助人 at=时间 attributes=属性 author_id=作者 author_name=作者姓名 avatar=头像 awaits=等待 awaits_id=等待的人
based_on=基于版本 belong_to=归属 benefit=清洗收益 blob_path=文件内容 board=挂牌 box=信箱 briefed_at=交底时间 broken=损坏数
built_in=内置 calculated_at=计算时间 called_at=唱票时间 called_by=唱票人 capacity_kwp=容量 care=注意事项 category=类别
certificate=证书 change=变更 checker_id=验收人 city=城市 cleaned_on=清洗日期 closed_at=关闭时间 code=编码 color=颜色
company_id=所属公司 component=组件 confirmed_at=确认时间 contact_name=联系人 contact_phone=联系电话 content=内容
content_list=检查内容 contractor=承包商 cosigner_id=会签人 cost=费用 county=区县 created_by=创建人 current_version=当前版本
day=日期 days=日历 decided_at=决定时间 decider_id=审批人 decider_name=审批人姓名 deduct_rule=扣分规则 defect_level=缺陷等级
deleted_at=删除时间 dep_code=部门编码 department_id=部门 department_ids=可见部门 depends_on=依赖 deployed_at=发布时间
deployed_by=发布人 description=描述 device_id=设备 device_type_id=设备类型 dict_code=字典编码 dict_name=字典名称
dictionary_id=字典 draft=草稿 drawings=附图 earth=接地 earth_id=接地线 edited_at=编辑时间 enabled=启用 ended_at=结束时间
ends_at=结束时间 energy_kwh=发电量 equivalent_hours=等效小时 examine_suggest=检查意见 example_paths=示例图片
execution_note=执行说明 executor_name=执行人 extension_asker_id=延期申请人 extension_count=延期次数 extensions=延期次数
external=外部链接 external_key=外部编号 field=字段 file_name=文件名 file_path=文件 finished_at=完成时间 first_score=初评分
flow_end_time=流程结束 flow_sts=工单状态 form=表单 form_version=表单版本 frame_path=封面 from_at=开始时间 from_id=委托人
generation=计划发电量 grid_date=并网日期 guard_id=监护人 handed_to=移交给 handler_id=经办人 has_all_data=全部数据权限
hidden=隐藏 icon=图标 imp_commit_time=上报时间 import_key=导入编号 improvement_suggest=改进建议 inputs=计算依据 inquiry_id=来信
inside=在场 install_guard=装设监护 installed_at=装设时间 installed_by=装设人 installed_on=安装日期 instance_id=流程实例
insurer=保险公司 irradiation=辐照量 is_enabled=启用 is_not_involve=不涉及 isolate=隔离 issuer_id=签发人 item_id=标准项
item_text=名称 item_value=值 keep_alive=缓存页面 kept_at=留存时间 key=编码 kind=类别 last_child=下级编号 latitude=纬度
leader_changed=已换负责人 leader_id=负责人 left_at=离开时间 liable_person=责任人姓名 liable_user_id=责任人 live_parts=带电部位
longitude=经度 loss_power=损失电量 lost_kwh=损失电量 lost_yuan=损失金额 main_id=主票 maintenance_status=在维状态
manufacturer=厂家 mapping=对应关系 mark=分值 may_not_involve=可不涉及 media_type=文件类型 menu_type=菜单类型 message_id=消息
method=方式 model=型号 month=月份 must_change_password=须改密码 name=名称 need_handover=需交接 need_photo=须拍照
need_ticket=需要票 need_work_hours=需填工时 new_end=新结束时间 no=序号 not_involve_reason=不涉及原因 note=备注 number=编号
object_name=对象 old_end=原结束时间 open_loss=开口损失 operated_at=操作时间 operated_by=操作人 opinion=意见
ops_business_source=业务来源 ops_source_category=来源类别 order_id=工单 org_code=部门编码 other_id=另一工单 other_sts=工单子状态
outsourced=外包 owner_id=所有者 owner_name=业主 paid=赔付金额 paid_at=赔付时间 parent_id=上级 part=部分 party=责任方
password_hash=密码 path=路径 peers=对照设备 people_num=人数 permission_id=权限 permit_mode=许可方式 permitted_at=许可时间
measured=测得 permitter_id=许可人 person_id=人员 phone=手机号 place=位置 plan_code=计划编号 plan_end=计划结束 plan_end_time=计划结束时间
plan_start=计划开始 plan_start_time=计划开始时间 position=顺序 poster=封面 prefix=编号前缀 prerequisites=准备条件
produced_kwh=实发电量 project=项目 province=省份 psa_id=项目 publication=公布文号 purchases_way=采购方式 purpose=用途
query=筛选条件 quoted_id=引用评论 rain=降雨量 rate=电价 rated_kw=额定功率 real_start_time=实际开始时间 realname=姓名
reason=原因 reasons=原因 recovery_salt=恢复码 redirect=重定向 remark=备注 remove_guard=拆除监护 removed=已移除
removed_at=移除时间 removed_by=移除人 repeated_at=复诵时间 repeated_by=复诵人 report_no=报案号 reported_at=报案时间
reporter_id=上报人 request_id=申请 retire_reason=退场原因 retired_on=退场日期 reviewed_at=评价时间 reviewer_id=评价人
reviewer_name=评价人姓名 revoke_reason=撤销原因 revoked_at=撤销时间 revoked_by=撤销人 rework=返工 rework_from=返工起始
rework_note=返工说明 risks=危险点 role_code=角色编码 role_id=角色 role_ids=可见角色 role_name=角色名称 roles=资格 route=路由
rule_code=规则编码 rule_name=规则名称 running=运行中 score=得分 secret=密钥 section=分组 segments=组成 self_score=自评分
sender_id=寄信人 sent_version=来信版本 serial_no=序列号 settings=设置 share=影响比例 shift_leader_id=值长 shown=显示内容
site_type=电站类型 size=大小 sort_order=排序 space_id=空间 sr_after=清洗后洁净率 sr_before=清洗前洁净率 stamp=盖章
stamp_reason=盖章原因 stamped_at=盖章时间 stamped_by=盖章人 started_at=开始时间 starts_at=开始时间 state=状态 station_id=电站
status=状态 step_no=步骤 steps=步骤 subject=主体 submit_time=提交时间 suggest=建议 suggestion=验收意见 supplement=补充措施
survey=查勘结果 surveyed_at=查勘时间 taken_time=拍摄时间 target=打开方式 tariff=电价 task=工作任务 task_category=任务分类
task_description=任务描述 task_type=任务类型 template_id=模板 terminate_reason=终止原因 test_due=试验到期 tested_at=验电时间
text=文字 third_type=第三方 ticked_at=打勾时间 ticked_by=打勾人 ticket_id=票 ticket_no=票号 title=标题 to_id=受托人
type_id=类型 type_version=类型版本 types=类型 typical_id=典型票 until_at=结束时间 url=链接 user_id=用户 user_type=用户类型
username=账号 valid_from=生效日期 valid_until=有效期至 verdict=结论 version=版本 voltage=电压等级 wanted=期望 warranty_end=质保到期
watch=监护 water=用水量 words=关键词 work_code=工单编号 work_hours=工时 work_no=工号 work_start_time=开工时间
work_subclass=任务子类 xml=流程图 year=年份 right=需要的权限 rows=行数 format=格式 conditions=筛选条件 shown_fields=显示的内容
from=起 until=止 digest=摘要 device_key=设备密钥 events=事件
task_types=任务类型 expires_at=到期时间 site_types=电站类型 with_fees=含费用 codes=权限范围 token_hash=令牌 read_only=只读
old_secret=旧密钥 old_secret_until=旧密钥有效至 columns=列 with_phones=含电话 most_export_rows=每次最多导出
data_role_id=数据角色 station_ids=电站 networks=允许的网络 own_orders=工单范围 task_types_excluded=不含这些任务类型
from_month=开始月份 until_month=结束月份 limits=正常范围 ambient=环境温度 ambient_at=测温时间 ambient_by=测温人 opened_at=建单时间 finished_by=完成人
position_id=岗位 post_rank=排序 psa_ids=项目 gone_at=删除时间 successors=接收人 last_day=最后工作日 due_at=交接时间 freezes=交接后停用 fault=失败原因 created_name=创建人姓名
channel=通道 topic=事项 channels=通道 escalate_minutes=未读升级 choices=选择 quiet_from=免打扰从 quiet_until=免打扰到
code_hash=验证码 code_until=验证码有效至 tries=次数 failed_at=失败时间 body=内容 scope=范围 told_at=发出时间
by_rule=按规则转缺陷 begin_time=开始时间 end_time=结束时间 rule=规则 holidays=遇节假日 lead_days=提前天数 deadline_days=完成期限 catch_up=补做规则 cycle_id=周期 next_state=修改的状态 stop_on=停用日期 submitted_at=提交时间 submitted_by=提交人 plan_id=计划 from_day=开始日期 until_day=结束日期 abnormal=异常读数 item_ids=巡检项目 version_no=版本号 space_ids=区域 device_ids=设备 hours=工时`

const titles = new Map(
  pairs
    .trim()
    .split(/\s+/)
    .map((pair) => pair.split('=') as [string, string]),
)

/** What a column is called; null for one without a title. */
export const titleOfColumn = (column: string): string | null => titles.get(column) ?? null
