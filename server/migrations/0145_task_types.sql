-- Types of orders as rows that companies define themselves: what their orders ask for, in versions.
create table task_type (
  tenant_id int not null default app.tenant_id() references tenant,
  -- The number of spec 2 §9, or one of the company's own, from 101 on.
  id smallint not null check (id > 0),
  -- Of the current version, or of the draft of a type that has none.
  name text not null check (name <> ''),
  -- In the menu of new orders.
  place int not null,
  -- The version that new orders follow; null until one is published.
  current_version int,
  -- Out of use: no new orders; those that exist go on.
  active boolean not null default true,
  -- What is not published yet; null if that is nothing.
  draft jsonb,
  version int not null default 1,
  updated_at timestamptz not null,
  -- Null for types that come with the product.
  updated_by bigint default app.user_id(),
  primary key (tenant_id, id),
  unique (tenant_id, name),
  foreign key (tenant_id, updated_by) references app_user (tenant_id, id)
);

-- The published versions: an order keeps the one that it was created with.
create table task_type_version (
  tenant_id int not null default app.tenant_id() references tenant,
  type_id smallint not null,
  version int not null check (version > 0),
  definition jsonb not null,
  -- Apart, because lists of orders read it.
  scored boolean not null,
  -- What changed: in the words of whoever published it, and by comparison.
  note text not null default '',
  changes jsonb not null default '[]',
  published_at timestamptz not null,
  published_by bigint default app.user_id(),
  primary key (tenant_id, type_id, version),
  foreign key (tenant_id, type_id) references task_type (tenant_id, id),
  foreign key (tenant_id, published_by) references app_user (tenant_id, id)
);

-- The templates that companies have so far become the first versions.
alter table task_template no force row level security;
create temporary table known_type (id smallint, name text, process text, scored boolean, place int) on commit drop;
insert into known_type values
  (1, '清洗', 'cleaning_order', false, 1), (2, '除草', 'work_order', false, 2), (3, '试验/检测', 'work_order', false, 3),
  (4, '系统维护', 'work_order', false, 4), (7, '故障', 'defect_order', false, 5), (8, '缺陷', 'defect_order', false, 6),
  (9, '技改', 'work_order', true, 7), (10, '应发电量', 'reform_order', true, 8), (11, '陪停', 'work_order', false, 9),
  (12, '其他事项', 'work_order', false, 10), (13, '标准组串清洗', 'cleaning_order', false, 11),
  (14, '下网电费', 'work_order', false, 12), (15, '抢修', 'work_order', false, 13), (16, '物资代采', 'work_order', false, 14),
  (18, '站容站貌', 'reform_order', true, 15);

insert into task_type (tenant_id, id, name, place, current_version, updated_at, updated_by)
select t.tenant_id, k.id, k.name, k.place, 1, now(), null
from task_template t join known_type k on k.id = t.task_type;

insert into task_type_version (tenant_id, type_id, version, definition, scored, published_at, published_by)
select t.tenant_id, k.id, 1,
  jsonb_build_object('name', k.name, 'about', '', 'fields', '[]'::jsonb, 'needWorkHours', t.need_work_hours,
    'scored', k.scored, 'process', k.process,
    'prerequisites', coalesce((
      select jsonb_agg(p.each - 'met' order by p.place)
      from jsonb_array_elements(t.prerequisites) with ordinality p (each, place)), '[]'),
    'steps', coalesce((
      select jsonb_agg(s.each - array['done', 'doneAt', 'value', 'note'] order by s.place)
      from jsonb_array_elements(t.steps) with ordinality s (each, place)), '[]')),
  k.scored, now(), null
from task_template t join known_type k on k.id = t.task_type;
drop table task_template;

call app.isolate('task_type');
call app.isolate('task_type_version');
call app.keep_forever('task_type_version');

-- What an order was created by, and what was filled in for its type.
alter table work_order add column type_version int not null default 1;
alter table work_order add column form jsonb not null default '{}';
-- What ids and codes in the form were called when the order was created.
alter table work_order add column shown jsonb not null default '{}';
alter table work_order add constraint work_order_type
  foreign key (tenant_id, task_type, type_version) references task_type_version (tenant_id, type_id, version);
