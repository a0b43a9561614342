-- What an appearance inspection looks at. Deleted items stay for the sheets that were made from them.
create table appearance_item (
  tenant_id int not null default app.tenant_id() references tenant,
  id bigint generated always as identity,
  place int not null check (place > 0),
  category text not null check (category <> ''),
  project text not null check (project <> ''),
  content_list text[] not null check (cardinality(content_list) > 0),
  mark numeric(4, 1) not null check (mark > 0 and mark <= 100),
  deduct_rule text not null default '',
  suggest text not null default '',
  need_photo boolean not null,
  may_not_involve boolean not null,
  -- Of stored files, purpose example; they are not released, because sheets show them.
  example_paths text[] not null default '{}',
  is_enabled boolean not null default true,
  version int not null default 1,
  updated_at timestamptz not null,
  -- Null for items that come with the product.
  updated_by bigint default app.user_id(),
  deleted_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, updated_by) references app_user (tenant_id, id)
);
create unique index appearance_item_project on appearance_item (tenant_id, project) where deleted_at is null;
call app.isolate('appearance_item');

-- The sheet of an order: the items as they were when its work began, and what became of each.
create table appearance_row (
  tenant_id int not null default app.tenant_id() references tenant,
  order_id bigint not null,
  no int not null check (no between 1 and 100),
  item_id bigint not null,
  category text not null,
  project text not null,
  content_list text[] not null,
  mark numeric(4, 1) not null,
  deduct_rule text not null,
  suggest text not null,
  need_photo boolean not null,
  may_not_involve boolean not null,
  example_paths text[] not null,
  is_not_involve boolean not null default false,
  not_involve_reason text not null default '',
  self_score numeric(4, 1),
  improvement_suggest text not null default '',
  assessed_by bigint,
  first_score numeric(4, 1),
  score numeric(4, 1),
  examine_suggest text not null default '',
  rework text not null default 'none' check (rework in ('none', 'asked', 'open', 'done', 'closed')),
  -- When the order came back for it; photos from then on show it after it was put right.
  rework_from timestamptz,
  rework_note text not null default '',
  version int not null default 1,
  primary key (tenant_id, order_id, no),
  check (self_score between 0 and mark),
  check (score between 0 and mark),
  check (not is_not_involve or (self_score is null and score is null and rework = 'none')),
  check (is_not_involve = (not_involve_reason <> '')),
  check (rework = 'none' or score is not null),
  foreign key (tenant_id, order_id) references work_order (tenant_id, id),
  foreign key (tenant_id, item_id) references appearance_item (tenant_id, id),
  foreign key (tenant_id, assessed_by) references app_user (tenant_id, id)
);
call app.isolate('appearance_row');

-- Who gave a row which mark, and what was done about it.
create table appearance_event (
  tenant_id int not null default app.tenant_id() references tenant,
  id bigint generated always as identity,
  order_id bigint not null,
  no int not null,
  at timestamptz not null,
  actor_id bigint not null default app.user_id(),
  actor_name text not null,
  action text not null check (action in ('assess', 'review', 'rework', 'recheck')),
  score numeric(4, 1),
  note text not null default '',
  primary key (tenant_id, id),
  foreign key (tenant_id, order_id, no) references appearance_row (tenant_id, order_id, no),
  foreign key (tenant_id, actor_id) references app_user (tenant_id, id)
);
create index appearance_event_row on appearance_event (tenant_id, order_id, no, id);
call app.isolate('appearance_event');
call app.keep_forever('appearance_event');

-- Photos of an order are of its steps or of the items of its sheet; step_no is the number of either.
alter table work_order_photo add column part text not null default 'step' check (part in ('step', 'before', 'after'));

-- The scores of a station, the latest first.
create index work_order_appearance on work_order (tenant_id, station_id, flow_end_time desc)
  where task_type = 18 and flow_sts = 4;

alter table stored_file drop constraint stored_file_purpose_check;
alter table stored_file add constraint stored_file_purpose_check check (purpose in (
  'avatar', 'logo', 'manual', 'feedback', 'mail', 'export', 'station', 'device', 'template', 'annex', 'picture',
  'process', 'request', 'step', 'example', 'general'));

-- The sheet asks for the photos and marks that the steps of the product's type asked for before the first submission.
alter table task_type no force row level security;
alter table task_type_version no force row level security;
with eased as (
  insert into task_type_version (tenant_id, type_id, version, definition, scored, changes, published_at, published_by)
  select v.tenant_id, v.type_id, v.version + 1,
    jsonb_set(v.definition, '{steps}', (
      select jsonb_agg(s.each || '{"needPhoto": false, "needValue": false}'
          || jsonb_build_object('required', s.each ->> 'name' = '按清单逐项拍照自评') order by s.place)
      from jsonb_array_elements(v.definition -> 'steps') with ordinality s (each, place))),
    v.scored, '["自评、整改和复检在检查单中填写，作业步骤不再要求照片和数值"]', now(), null
  from task_type t
  join task_type_version v on v.tenant_id = t.tenant_id and v.type_id = t.id and v.version = t.current_version
  where t.id = 18 and v.published_by is null and jsonb_array_length(v.definition -> 'steps') > 0
  returning tenant_id, type_id, version
)
update task_type t set current_version = e.version, version = t.version + 1
from eased e where t.tenant_id = e.tenant_id and t.id = e.type_id;
alter table task_type force row level security;
alter table task_type_version force row level security;
