import { expect, it } from 'vitest'
import { useHarness } from '../../../test/harness.ts'

const harness = useHarness()

/** Columns that say to whom something open belongs: a finder of index.ts looks for each. */
const handedOver = [
  'api_token.user_id',
  'inspection_plan_leg.person_id',
  'process_delegation.from_id',
  'process_delegation.to_id',
  'process_task.assignee_id',
  'saved_view.owner_id',
  'ticket.author_id',
  'ticket.cosigner_id',
  'ticket.guard_id',
  'ticket.issuer_id',
  'ticket.leader_id',
  'ticket.permitter_id',
  'ticket.shift_leader_id',
  'ticket_person.person_id',
  'ticket_request.awaits_id',
  'webhook.owner_id',
  'work_order.liable_user_id',
  'work_order_insurance.handler_id',
]

/** Who did something, asked for something or was told of it: that stays true. */
const history = [
  'announcement.author_id',
  'api_token.created_by',
  'api_token.revoked_by',
  'appearance_event.actor_id',
  'appearance_item.updated_by',
  'appearance_row.assessed_by',
  'cleaning_acceptance.checker_id',
  'company_archive.created_by',
  'company_event.actor_id',
  'data_import.created_by',
  'data_role_event.actor_id',
  'defect_report.reporter_id',
  'department_move.actor_id',
  'device_event.actor_id',
  'earth.created_by',
  'earth.updated_by',
  'earth_event.actor_id',
  'earth_hanging.install_guard',
  'earth_hanging.installed_by',
  'earth_hanging.remove_guard',
  'earth_hanging.removed_by',
  'export_job.created_by',
  'field_choice.chooser_id',
  'field_part.author_id',
  'field_photo.announced_by',
  'field_photo.state_by',
  'field_record.author_id',
  'handover.created_by',
  'handover.person_id',
  'handover_result.successor_id',
  'inquiry.sender_id',
  'inquiry_event.actor_id',
  'inquiry_message.author_id',
  'inspection_cycle.updated_by',
  'inspection_event.actor_id',
  'inspection_item.updated_by',
  'inspection_item_limits.updated_by',
  'inspection_item_version.saved_by',
  'inspection_plan.created_by',
  'inspection_plan_event.actor_id',
  'inspection_plan_template.updated_by',
  'inspection_plan_version.submitted_by',
  'inspection_sheet.ambient_by',
  'inspection_sheet.finished_by',
  'inspection_sheet_line.recorded_by',
  'menu_event.actor_id',
  'oa_form.updated_by',
  'oa_form_version.published_by',
  'oa_request.applicant_id',
  'order_comment.author_id',
  'order_comment_event.actor_id',
  'order_relation.added_by',
  'order_relation.removed_by',
  'order_signature.author_id',
  'pending_grant.asked_by',
  'pending_grant.decided_by',
  'process_copy.copied_by',
  'process_definition.deployed_by',
  'process_delegation_event.actor_id',
  'process_draft.updated_by',
  'process_event.actor_id',
  'process_event.behalf_id',
  'process_instance.starter_id',
  'process_migration.actor_id',
  'process_task.behalf_id',
  'process_task.completed_by',
  'qualification.created_by',
  'qualification.revoked_by',
  'resource_plan.updated_by',
  'role_event.actor_id',
  'saved_view_event.actor_id',
  'station_document.created_by',
  'station_event.actor_id',
  'station_generation.updated_by',
  'stored_file.created_by',
  'task_type.updated_by',
  'task_type_version.published_by',
  'template.updated_by',
  'template_version.created_by',
  'ticket_event.actor_id',
  'ticket_line.called_by',
  'ticket_line.operated_by',
  'ticket_line.repeated_by',
  'ticket_line.ticked_by',
  'ticket_reading.by_id',
  'ticket_request.asked_by',
  'ticket_review.reviewer_id',
  'ticket_review_event.actor_id',
  'ticket_sample_draw.actor_id',
  'typical_ticket.updated_by',
  'work_calendar.updated_by',
  'work_calendar_event.actor_id',
  'work_order.checker_id',
  'work_order.extension_asker_id',
  'work_order.reporter_id',
  'work_order_extension.asker_id',
  'work_order_extension.decider_id',
  'work_order_photo.added_by',
]

/** What is a person's own and ends with their account: rights, settings, sessions, qualifications. */
const own = [
  'data_role_user.user_id',
  'field_device.user_id',
  'inquiry_read.user_id',
  'message_choice.user_id',
  'message_delivery.user_id',
  'message_mail.user_id',
  'message_push.user_id',
  'message_to.user_id',
  'opinion_phrase.user_id',
  'order_comment_mention.user_id',
  'process_copy.user_id',
  'qualification.person_id',
  'saved_view_place.user_id',
  'second_factor.user_id',
  'table_setting.user_id',
  'third_account.user_id',
  'ticket_stop_seen.person_id',
  'user_mark.user_id',
  'user_position.user_id',
  'user_preference.user_id',
  'user_psa.user_id',
  'user_role.user_id',
  'user_session.user_id',
]

/** Without a reference: the assistants of an order are handed over with it; the others tell what was. */
const unreferenced = [
  'audit_check.user_id',
  'audit_entry.user_id',
  'audit_pending.user_id',
  'idempotency.user_id',
  'login_directory.user_id',
  'recovery_code.user_id',
  'second_step.user_id',
  'sign_in_log.user_id',
  'sign_in_ticket.user_id',
  'sms_code.user_id',
  'third_directory.user_id',
  'work_order.assist_user_ids',
  'work_order_event.former_executors',
]

it('every column that refers to a person is handed over, history, or the person’s own', async () => {
  const { rows } = await harness.owner.query<{ name: string }>(`
    select format('%s.%s', c.conrelid::regclass, a.attname) as name
    from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey) and a.attname <> 'tenant_id'
    where c.contype = 'f' and c.confrelid = 'app_user'::regclass order by 1`)
  const known = [...handedOver, ...history, ...own]
  expect(new Set(known).size).toBe(known.length)
  expect(rows.map(({ name }) => name)).toEqual(known.toSorted())
})

it('so is every column that names people without a reference', async () => {
  const { rows } = await harness.owner.query<{ name: string }>(
    `
    select format('%s.%s', table_name, column_name) as name from information_schema.columns
    where table_schema = 'public' and column_name ~ 'user_ids?$|person_ids?$|executors' and format('%s.%s', table_name, column_name) <> all($1)
    order by 1`,
    [[...handedOver, ...history, ...own]],
  )
  expect(rows.map(({ name }) => name)).toEqual(unreferenced)
})
