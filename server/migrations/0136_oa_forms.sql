-- Forms of requests that companies define themselves. The key of a form is the key of the process that decides.
create table oa_form (
  tenant_id int not null default app.tenant_id() references tenant,
  id bigint generated always as identity,
  key text not null check (key ~ '^[a-z][a-z0-9_]{0,29}$'),
  -- The beginning of its requests' numbers.
  prefix text not null check (prefix ~ '^[A-Z]{2,4}$'),
  about text not null default '',
  -- The version that new requests are filled in with; null until one is published.
  current_version int,
  -- Out of use: nobody starts it, running requests go on.
  active boolean not null default true,
  -- What is not published yet; null if that is nothing.
  draft jsonb,
  -- Who may start it: whoever has one of the roles and is in one of the departments, where they are given. No
  -- references: a list whose last entry was removed elsewhere must not become a list of everybody.
  role_ids bigint[] not null default '{}',
  department_ids bigint[] not null default '{}',
  version int not null default 1,
  updated_at timestamptz not null,
  -- Null for forms that come with the product.
  updated_by bigint default app.user_id(),
  primary key (tenant_id, id),
  unique (tenant_id, key),
  unique (tenant_id, prefix),
  foreign key (tenant_id, updated_by) references app_user (tenant_id, id)
);

-- The published versions: a request keeps the one that it was filled in with.
create table oa_form_version (
  tenant_id int not null default app.tenant_id() references tenant,
  form_key text not null,
  version int not null check (version > 0),
  definition jsonb not null,
  -- What changed: in the words of whoever published it, and by comparison.
  note text not null default '',
  changes jsonb not null default '[]',
  published_at timestamptz not null,
  published_by bigint default app.user_id(),
  primary key (tenant_id, form_key, version),
  foreign key (tenant_id, form_key) references oa_form (tenant_id, key),
  foreign key (tenant_id, published_by) references app_user (tenant_id, id)
);

-- The last number of a form's requests on a day: its row is taken last and stays locked until commit.
create table oa_request_counter (
  tenant_id int not null default app.tenant_id() references tenant,
  form_key text not null,
  day date not null,
  last int not null,
  primary key (tenant_id, form_key, day),
  foreign key (tenant_id, form_key) references oa_form (tenant_id, key)
);

alter table oa_request add column form_version int;
alter table oa_request add column number text;
-- What ids and codes in the form were called when it was sent.
alter table oa_request add column shown jsonb not null default '{}';

-- The forms that requests had in code until now, for the companies that have such requests; the same as those that new
-- companies get.
insert into oa_form (tenant_id, key, prefix, about, current_version, updated_at)
select distinct r.tenant_id, r.kind, case r.kind when 'leave' then 'QJ' else 'CG' end,
  case r.kind when 'leave' then '年假、事假、病假' else '物资和服务的采购' end, 1, now()
from oa_request r;

insert into oa_form_version (tenant_id, form_key, version, definition, published_at)
select f.tenant_id, f.key, 1, case f.key
  when 'leave' then '{"name":"请假","title":"{applicant}{kind} {days} 天（{from} 起）","fields":[
    {"kind":"choice","key":"kind","label":"请假类型","required":true,"hint":"","when":"","dictionary":"","options":[
      {"value":"annual","label":"年假"},{"value":"personal","label":"事假"},{"value":"sick","label":"病假"},{"value":"other","label":"其他"}]},
    {"kind":"dateRange","key":"period","label":"请假时间","required":true,"hint":"","when":"","halfDays":true,
      "from":{"key":"from","label":"开始日期"},"until":{"key":"until","label":"结束日期"},"days":{"key":"days","label":"请假天数"}},
    {"kind":"longText","key":"remark","label":"事由","required":true,"hint":"","when":"","max":500}]}'::jsonb
  else '{"name":"采购申请","title":"{subject}，{amount}","fields":[
    {"kind":"text","key":"subject","label":"采购内容","required":true,"hint":"","when":"","max":100},
    {"kind":"money","key":"amount","label":"金额","required":true,"hint":"","when":"","min":0.01,"max":100000000},
    {"kind":"text","key":"supplier","label":"建议供应商","required":false,"hint":"","when":"","max":100},
    {"kind":"longText","key":"remark","label":"事由","required":true,"hint":"","when":"","max":500}]}'::jsonb
  end, now()
from oa_form f;

alter table oa_request no force row level security;
with numbered as (
  select r.tenant_id, r.id, f.prefix, (r.created_at at time zone t.time_zone)::date as day,
    row_number() over (partition by r.tenant_id, r.kind, (r.created_at at time zone t.time_zone)::date order by r.id) as place
  from oa_request r
  join oa_form f on f.tenant_id = r.tenant_id and f.key = r.kind
  join tenant t on t.id = r.tenant_id
)
update oa_request r set form_version = 1,
  number = n.prefix || to_char(n.day, 'YYYYMMDD') || '-' || lpad(n.place::text, greatest(3, length(n.place::text)), '0')
from numbered n where n.tenant_id = r.tenant_id and n.id = r.id;
insert into oa_request_counter (tenant_id, form_key, day, last)
select r.tenant_id, r.kind, (r.created_at at time zone t.time_zone)::date, count(*)
from oa_request r join tenant t on t.id = r.tenant_id
group by r.tenant_id, r.kind, (r.created_at at time zone t.time_zone)::date;
alter table oa_request force row level security;

alter table oa_request alter column form_version set not null;
alter table oa_request alter column number set not null;
alter table oa_request add constraint oa_request_number unique (tenant_id, number);
alter table oa_request add constraint oa_request_form
  foreign key (tenant_id, kind, form_version) references oa_form_version (tenant_id, form_key, version);

call app.isolate('oa_form');
call app.isolate('oa_form_version');
call app.keep_forever('oa_form_version');
call app.isolate('oa_request_counter');

-- The files of a request, by the field that has them.
create table oa_request_file (
  tenant_id int not null default app.tenant_id() references tenant,
  request_id bigint not null,
  field text not null,
  place int not null,
  -- Of its stored_file, purpose request.
  path text not null,
  primary key (tenant_id, request_id, field, place),
  unique (tenant_id, path),
  foreign key (tenant_id, request_id) references oa_request (tenant_id, id)
);
call app.isolate('oa_request_file');

alter table stored_file drop constraint stored_file_purpose_check;
alter table stored_file add constraint stored_file_purpose_check check (purpose in (
  'avatar', 'logo', 'manual', 'feedback', 'mail', 'export', 'station', 'device', 'template', 'annex', 'picture',
  'process', 'request', 'general'));
